import { consentAttributes } from '../../shared/consents/consent.ts';
import { scannedAttributes } from '../../shared/consents/exchange/scan-consents.ts';
import { consentIndexes, projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { Account } from '../../shared/identity/account.ts';
import { Credential } from '../../shared/identity/credential.ts';
import { LogEntry } from '../../shared/identity/operations-log.ts';
import { Project } from '../../shared/identity/project.ts';
import { ListedSession } from '../../shared/identity/session.ts';
import { User } from '../../shared/identity/user.ts';
import { eventAttributes } from '../../shared/log/consent-leaves.ts';
import { NoticeHead, versionAttributes } from '../../shared/notices/notice.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { tableDefinition } from '../../shared/store/keys.ts';
import { partitions } from '../table-access.ts';

/** Partitions whose items have secrets: hashes of passwords, and of refresh tokens. Whoever may write there reads nothing by it. */
export const secretPartitions: readonly string[] = [partitions.credential, partitions.sessions];

const limited = (access: ItemAccess, attributes: readonly string[]): ItemAccess => ({
  ...access,
  attributes: [...new Set([tableDefinition.partitionKey, tableDefinition.sortKey, ...attributes])],
});

/** Updates that name these attributes, besides the keys, and no others. */
export const mayUpdate = (attributes: readonly string[], ...patterns: readonly string[]): ItemAccess =>
  limited(may('UpdateItem', ...patterns), attributes);

/** Puts of items with these attributes, besides the keys, and no others. */
export const mayPut = (attributes: readonly string[], ...patterns: readonly string[]): ItemAccess =>
  limited(may('PutItem', ...patterns), attributes);

/** Attributes of stored items. */
export const namesOf = (...schemas: readonly { readonly entries: object }[]): string[] =>
  schemas.flatMap(({ entries }) => Object.keys(entries));

/** New accounts, with their entries among all accounts. */
export const newAccount = mayPut(namesOf(Account), partitions.account, partitions.accounts);

/** New users: with their credentials, as members of their accounts. */
export const newUser = mayPut(
  [...namesOf(User), ...namesOf(Credential)],
  partitions.user,
  partitions.credential,
  partitions.account,
);

/** New projects. */
export const newProject = mayPut(namesOf(Project), partitions.account);

/** The first projects and notices of an account, in its item, after a change of one. */
export const changingRoster = [
  may('GetItem', partitions.account),
  may('Query', partitions.account),
  mayUpdate(['roster'], partitions.account),
] satisfies ItemAccess[];

/** Heads, names, versions and texts of notices. */
export const newNotice = mayPut(
  [...namesOf(NoticeHead), ...versionAttributes.filter((name) => name !== 'currentUntil'), 'content'],
  partitions.account,
);

/** Lists of public keys. */
export const newKeys = (partition: string): ItemAccess => mayPut(['keys'], partition);

/** All accounts: commands look for the only one, or for one by name. */
export const listingAccounts = [
  may('Query', partitions.accounts),
  may('BatchGetItem', partitions.account),
] satisfies ItemAccess[];

/** An account by its id or name, or the only one. */
export const findingAccount = [...listingAccounts, may('GetItem', partitions.account)] satisfies ItemAccess[];

/** A user by number or email: of a credential, whose it is and no hash. */
export const findingUser = [
  may('GetItem', partitions.user),
  limited(may('GetItem', partitions.credential), ['userId']),
] satisfies ItemAccess[];

/** The sessions of a user that was found before. */
export const findingSessions = [
  ...findingUser,
  limited(may('Query', partitions.sessions), namesOf(ListedSession)),
] satisfies ItemAccess[];

/** The users, projects or notices of an account. */
export const listingOfAccount = [...findingAccount, may('Query', partitions.account)] satisfies ItemAccess[];

/** The lists of projects, in an index of their own. */
export const listingProjects = [{ action: 'Query', indexes: [projectIndex.name] }] satisfies ItemAccess[];

/** The newest consent of each project of all accounts. */
export const findingNewest = [
  ...listingAccounts,
  ...listingProjects,
  may('Query', partitions.account),
  limited(may('BatchGetItem', partitions.consents), eventAttributes),
] satisfies ItemAccess[];

/** The consents of a person: by any value, including the callers' own keys, and compared with the consents. */
export const findingPerson = [
  may('Query', partitions.lookups),
  { action: 'Query', indexes: Object.values(valueIndexes).map(({ name }) => name) },
  may('BatchGetItem', partitions.consents),
] satisfies ItemAccess[];

/** Proofs of revocations that are separate items. */
export const readingProofs = [may('BatchGetItem', partitions.revokeProofs)] satisfies ItemAccess[];

/** Consents in the lists of projects, and their proofs, to find what would make them stronger. */
export const countingConsents = [...listingProjects, may('BatchGetItem', partitions.consents)] satisfies ItemAccess[];

/** Everything about one consent: its proofs, its notice, and who recorded and revoked it. */
export const readingConsents = [
  may('BatchGetItem', partitions.consents, partitions.revokeProofs, partitions.user),
] satisfies ItemAccess[];

/** The public keys of evidence, with their times of use. */
export const evidenceKeys = [may('GetItem', partitions.evidenceKeys)] satisfies ItemAccess[];

/**
 * All consents of an account. A scan reads the whole table, with all accounts. It returns only the attributes of consents, so
 * no secret of a user is among them.
 */
export const exportingConsents = [
  { action: 'Scan', attributes: scannedAttributes },
  may('BatchGetItem', partitions.consents, partitions.revokeProofs),
] satisfies ItemAccess[];

/** Imported consents, and the notices and projects of their folder; afterwards the account's new counts. */
export const importingConsents = [
  may('GetItem', partitions.noticeNumbers),
  may('BatchGetItem', partitions.consents),
  newProject,
  newNotice,
  ...changingRoster,
  mayPut(['currentUntil'], partitions.account),
  mayPut(
    [...consentIndexes.map(({ partitionKey }) => partitionKey), ...consentAttributes, 'valueDigests', 'storedBytes'],
    partitions.consents,
    partitions.lookups,
    partitions.revokeProofs,
  ),
  mayUpdate(['historyEpoch'], partitions.account),
  mayUpdate(['last'], partitions.noticeNumbers),
] satisfies ItemAccess[];

/** The entry of a change in the operations log. */
export const logging = [mayPut([...namesOf(LogEntry), 'salt'], partitions.log)] satisfies ItemAccess[];

/** The number of a new user or notice. */
export const numbering = (series: string): ItemAccess[] => [may('GetItem', series), mayUpdate(['last'], series)];

/** The attributes that a new session epoch of a user writes, plus others that change. */
export const endingSessions = (...attributes: readonly string[]): ItemAccess[] => [
  mayUpdate(['sessionEpoch', 'enabled', 'updatedAt', ...attributes], partitions.user, partitions.credential),
];

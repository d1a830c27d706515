import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { scannedAttributes } from '../../shared/exchange/scan-consents.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { anyAccount, anything, keyOf } from '../../shared/store/keys.ts';
import { tableDefinition } from '../../shared/store/table.ts';

/** Partition key patterns. An account's partition also holds its users, projects and notices. */
export const partitions = {
  accounts: keyOf.accountEntry(anyAccount).PK,
  account: keyOf.account(anyAccount).PK,
  consents: keyOf.consent(anyAccount, anything).PK,
  revokeProofs: keyOf.revokeProof(anyAccount, anything).PK,
  lookups: keyOf.lookup(anyAccount, anything, anything).PK,
  user: keyOf.user(anything).PK,
  credential: keyOf.credential(anything).PK,
  sessions: keyOf.session(anything, anything).PK,
  attempts: keyOf.attemptsOnEmail(anything).PK,
  log: keyOf.operation(anything).PK,
  keys: keyOf.verificationKeys().PK,
  evidenceKeys: keyOf.evidenceKeys().PK,
  userNumbers: keyOf.counter('USER').PK,
  noticeNumbers: keyOf.counter('NOTICE').PK,
} as const;

/** Updates that name these attributes, besides the keys, and no others. */
export const mayUpdate = (attributes: readonly string[], ...patterns: readonly string[]): ItemAccess => ({
  ...may('UpdateItem', ...patterns),
  attributes: [tableDefinition.partitionKey, tableDefinition.sortKey, ...attributes],
});

/** All accounts: commands look for the only one, or for one by name. */
export const listingAccounts = [
  may('Query', partitions.accounts),
  may('BatchGetItem', partitions.account),
] satisfies ItemAccess[];

/** An account by its id or name, or the only one. */
export const findingAccount = [...listingAccounts, may('GetItem', partitions.account)] satisfies ItemAccess[];

/** A user by number or email. */
export const findingUser = [may('GetItem', partitions.user, partitions.credential)] satisfies ItemAccess[];

/** The sessions of a user that was found before. */
export const findingSessions = [...findingUser, may('Query', partitions.sessions)] satisfies ItemAccess[];

/** The users, projects or notices of an account. */
export const listingOfAccount = [...findingAccount, may('Query', partitions.account)] satisfies ItemAccess[];

/** The lists of projects, in an index of their own. */
export const listingProjects = [{ action: 'Query', indexes: [projectIndex.name] }] satisfies ItemAccess[];

/** The newest consent of each project of all accounts. */
export const findingNewest = [
  ...listingAccounts,
  ...listingProjects,
  may('Query', partitions.account),
  may('GetItem', partitions.consents),
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

/** Adding a key. */
export const addingEvidenceKey = [may('PutItem', partitions.evidenceKeys)] satisfies ItemAccess[];

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
  may('GetItem', partitions.consents, partitions.noticeNumbers),
  may('PutItem', partitions.account, partitions.consents, partitions.lookups, partitions.revokeProofs),
  mayUpdate(['historyEpoch'], partitions.account),
  mayUpdate(['last'], partitions.noticeNumbers),
] satisfies ItemAccess[];

/** The entry of a change in the operations log. */
export const logging = [may('PutItem', partitions.log)] satisfies ItemAccess[];

/** The number of a new user or notice. */
export const numbering = (series: string): ItemAccess[] => [may('GetItem', series), mayUpdate(['last'], series)];

/** The attributes that a new session epoch of a user writes, plus others that change. */
export const endingSessions = (...attributes: readonly string[]): ItemAccess[] => [
  mayUpdate(['sessionEpoch', 'enabled', 'updatedAt', ...attributes], partitions.user, partitions.credential),
];

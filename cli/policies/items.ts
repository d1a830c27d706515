import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { scannedAttributes } from '../../shared/exchange/scan-consents.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { anyAccount, anything, keyOf } from '../../shared/store/keys.ts';
import { tableDefinition } from '../../shared/store/table.ts';

/** Patterns of partition keys. That of an account has its users, projects and notices too. */
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

/** Updates that name these attributes, beside the keys, and no other. */
export const mayUpdate = (attributes: readonly string[], ...patterns: readonly string[]): ItemAccess => ({
  ...may('UpdateItem', ...patterns),
  attributes: [tableDefinition.partitionKey, tableDefinition.sortKey, ...attributes],
});

/** All accounts, as commands look for the only one, or for one by its name. */
export const listingAccounts = [
  may('Query', partitions.accounts),
  may('BatchGetItem', partitions.account),
] satisfies ItemAccess[];

/** An account by its id or name, or the only one. */
export const findingAccount = [...listingAccounts, may('GetItem', partitions.account)] satisfies ItemAccess[];

/** A user by number or email. */
export const findingUser = [may('GetItem', partitions.user, partitions.credential)] satisfies ItemAccess[];

/** The sessions of a user, whose user is found. */
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

/** The consents of a person: by any value, the callers' own too, and compared with the consents. */
export const findingPerson = [
  may('Query', partitions.lookups),
  { action: 'Query', indexes: Object.values(valueIndexes).map(({ name }) => name) },
  may('BatchGetItem', partitions.consents),
] satisfies ItemAccess[];

/** Proofs of revocations that are items of their own. */
export const readingProofs = [may('BatchGetItem', partitions.revokeProofs)] satisfies ItemAccess[];

/** Consents in the lists of projects, and with their proofs, to tell what would make them stronger. */
export const countingConsents = [...listingProjects, may('BatchGetItem', partitions.consents)] satisfies ItemAccess[];

/** What one consent needs to be told in full: its proofs, its notice, and who recorded and revoked it. */
export const readingConsents = [
  may('BatchGetItem', partitions.consents, partitions.revokeProofs, partitions.user),
] satisfies ItemAccess[];

/** The public keys of evidence, with their times of use. */
export const evidenceKeys = [may('GetItem', partitions.evidenceKeys)] satisfies ItemAccess[];

/** One more of them. */
export const addingEvidenceKey = [may('PutItem', partitions.evidenceKeys)] satisfies ItemAccess[];

/**
 * All consents of an account. A scan reads the whole table, of all accounts; what it answers with are the attributes of consents alone, so
 * that no secret of a user is among them.
 */
export const exportingConsents = [
  { action: 'Scan', attributes: scannedAttributes },
  may('BatchGetItem', partitions.consents, partitions.revokeProofs),
] satisfies ItemAccess[];

/** Consents that come from elsewhere, and the notices and projects of their folder; other counts of the account after them. */
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

/** What a new session epoch of a user writes, with what else changes. */
export const endingSessions = (...attributes: readonly string[]): ItemAccess[] => [
  mayUpdate(['sessionEpoch', 'enabled', 'updatedAt', ...attributes], partitions.user, partitions.credential),
];

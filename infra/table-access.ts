import { accessAttributes } from '../shared/consents/access-entry.ts';
import { judgedAttributes, recordedAttributes, revokedAttributes } from '../shared/consents/consent.ts';
import { erasureRequestChanges, newErasureRequest } from '../shared/consents/erasure/stored-request.ts';
import { consentIndexes, valueIndexes } from '../shared/consents/indexes.ts';
import type { ItemAccess } from '../shared/store/item-access.ts';
import { may } from '../shared/store/item-access.ts';
import { anyAccount, anything, keyOf, tableDefinition } from '../shared/store/keys.ts';
import type { Actor } from './actors.ts';

/** Partition key patterns. An account's partition also holds its users, projects and notices. */
export const partitions = {
  accounts: keyOf.accountEntry(anyAccount).PK,
  account: keyOf.account(anyAccount).PK,
  consents: keyOf.consent(anyAccount, anything).PK,
  revokeProofs: keyOf.revokeProof(anyAccount, anything).PK,
  lookups: keyOf.lookup(anyAccount, anything, anything).PK,
  accesses: keyOf.accessEntry(anyAccount, anything, anything).PK,
  user: keyOf.user(anything).PK,
  credential: keyOf.credential(anything).PK,
  sessions: keyOf.session(anything, anything).PK,
  attempts: keyOf.attemptsOnEmail(anything).PK,
  log: keyOf.operation(anything).PK,
  keys: keyOf.verificationKeys().PK,
  feedMark: keyOf.feedMark().PK,
  erasureRequests: keyOf.erasureRequest(anyAccount, '').PK,
  evidenceKeys: keyOf.evidenceKeys().PK,
  userNumbers: keyOf.counter('USER').PK,
  noticeNumbers: keyOf.counter('NOTICE').PK,
} as const;

const { account, consents, revokeProofs, lookups, user, credential, sessions, keys, feedMark, evidenceKeys } =
  partitions;
const { erasureRequests } = partitions;
const attempts = [partitions.attempts, keyOf.attemptsFromSite(anything).PK];
const tally = keyOf.tally(anyAccount, anything).PK;
const searchUnits = keyOf.searchUnits(anyAccount, 0).PK;
const checkUnits = keyOf.checkUnits(anyAccount, 0).PK;
const answers = keyOf.answer(anyAccount, anything).PK;

const primaryKey = [tableDefinition.partitionKey, tableDefinition.sortKey];
const newConsent = [
  ...consentIndexes.map(({ partitionKey }) => partitionKey),
  ...recordedAttributes,
  'salt',
  'valueDigests',
  'storedBytes',
];
const answer = ['fingerprint', 'answer', 'expiresAt'];
/** The attributes of lookups are a subset of those of consents. A transaction may count as one call with all its items. */
const recording = [...primaryKey, ...newConsent, ...answer];
const revocation = [...primaryKey, ...revokedAttributes];

/** The attributes of users, credentials, sessions and counters of logins that a new password changes. */
const ownPassword = [
  ...primaryKey,
  ...['sessionEpoch', 'enabled', 'updatedAt', 'passwordHash', 'epoch', 'endedAt'],
  ...['attemptIds', 'windowEndsMs', 'windowStep', 'knownUntil', 'expiresAt'],
];
const operationsEntry = [...primaryKey, 'id', 'at', 'by', 'command', 'target', 'salt'];

/** What the bearer check reads, in one call with the operation's own `BatchGetItem`. */
const bearer = [user, sessions, account, keys];

/** Everything that each role may do to items of the table. No role scans or deletes. */
export const tableAccess: Readonly<Record<Actor, readonly ItemAccess[]>> = {
  login: [
    may('BatchGetItem', credential, ...attempts),
    may('GetItem', user),
    may('PutItem', sessions),
    may('UpdateItem', ...attempts),
  ],
  details: [may('BatchGetItem', ...bearer)],
  refreshToken: [may('GetItem', user), may('UpdateItem', sessions)],
  changePassword: [
    may('BatchGetItem', ...bearer, credential, ...attempts),
    { ...may('UpdateItem', user, credential, sessions, ...attempts), attributes: ownPassword },
    { ...may('PutItem', partitions.log), attributes: operationsEntry },
  ],
  logout: [may('BatchGetItem', keys), may('UpdateItem', sessions)],
  addConsent: [
    may('BatchGetItem', ...bearer),
    { ...may('PutItem', consents, lookups, answers), attributes: recording },
  ],
  searchConsents: [
    may('BatchGetItem', ...bearer, consents, revokeProofs),
    may('GetItem', tally),
    may('Query', lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    may('PutItem', tally),
    may('UpdateItem', searchUnits),
  ],
  revokeConsent: [
    may('BatchGetItem', ...bearer, consents),
    may('GetItem', consents),
    { ...may('UpdateItem', consents), attributes: revocation },
    { ...may('PutItem', revokeProofs, answers), attributes: [...primaryKey, 'revokeProof', ...answer] },
  ],
  getEvidence: [
    may('BatchGetItem', ...bearer, consents, revokeProofs, evidenceKeys),
    may('Query', account),
    may('GetItem', evidenceKeys),
    { ...may('PutItem', evidenceKeys), attributes: [...primaryKey, 'keys'] },
    may('UpdateItem', searchUnits),
  ],
  getNotices: [may('BatchGetItem', ...bearer)],
  /** It reads consents in a call of its own, without their proofs. */
  checkPeople: [
    may('BatchGetItem', ...bearer),
    { ...may('BatchGetItem', consents), attributes: [...primaryKey, ...judgedAttributes] },
    may('Query', account, lookups),
    { action: 'Query', indexes: Object.values(valueIndexes).map(({ name }) => name) },
    may('UpdateItem', checkUnits),
  ],
  listConsents: [
    may('BatchGetItem', ...bearer, consents),
    may('Query', account, lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    may('UpdateItem', searchUnits),
  ],
  listDueConsents: [
    may('BatchGetItem', ...bearer, consents),
    may('Query', account, lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    may('UpdateItem', searchUnits),
  ],
  listNotices: [may('BatchGetItem', ...bearer), may('Query', account)],
  getNoticeVersion: [may('BatchGetItem', ...bearer)],
  listProjects: [may('BatchGetItem', ...bearer), may('Query', account)],
  getOverview: [may('BatchGetItem', ...bearer)],
  requestErasure: [
    may('BatchGetItem', ...bearer, erasureRequests, consents),
    may('GetItem', answers),
    { ...may('UpdateItem', erasureRequests, searchUnits), attributes: [...primaryKey, ...erasureRequestChanges] },
    { ...may('PutItem', erasureRequests, answers), attributes: [...primaryKey, ...newErasureRequest, ...answer] },
  ],
  listErasureRequests: [may('BatchGetItem', ...bearer), may('Query', erasureRequests)],
  rotateSigningKey: [may('GetItem', keys), may('PutItem', keys)],
  checkKeys: [],
  feedLog: [],
  /** Sums of the log are by version of a notice. */
  publishCheckpoint: [
    may('BatchGetItem', account),
    may('Query', account),
    may('GetItem', feedMark),
    may('PutItem', feedMark),
  ],
};

/** What an operation that shows consents may also do where the stage keeps an access log: add to it. */
export const accessLogging: ItemAccess = {
  ...may('PutItem', partitions.accesses),
  attributes: [...primaryKey, ...accessAttributes],
};

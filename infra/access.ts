import { partsOf } from '../shared/api/budget.ts';
import type { Budget } from '../shared/api/operations.ts';
import { draftAttributes } from '../shared/confirmations/draft.ts';
import { countAttributes, mailboxAttributes } from '../shared/confirmations/mail-counts.ts';
import { accessAttributes } from '../shared/consents/access.ts';
import {
  checkedAttributes,
  linkedAttributes,
  recordedAttributes,
  revokedAttributes,
} from '../shared/consents/consent.ts';
import { erasureRequestChanges, newErasureRequest } from '../shared/consents/erasure/request-schemas.ts';
import { consentIndexes, entryAttributes, valueIndexes } from '../shared/consents/indexes.ts';
import { linkKeys } from '../shared/consents/person-data.ts';
import { useAttributes } from '../shared/identity/machine-keys.ts';
import { logEntryAttributes } from '../shared/identity/operations-log.ts';
import { withdrawnAttributes } from '../shared/links/withdrawal.ts';
import { anyAccount, anything, keyOf, tableDefinition } from '../shared/store/keys.ts';
import type { Actor } from './code.ts';

/** Actions on items. A transaction needs the action of each of its parts, and none of its own. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/**
 * Permission for one action: on partitions whose keys match one of the patterns, or on whole indexes, whose keys are
 * digests.
 */
export interface ItemAccess {
  readonly action: ItemAction;
  readonly indexes?: readonly string[];
  readonly partitions?: readonly string[];
  /** Attributes that items, updates and conditions may name, including keys. Default: any. */
  readonly attributes?: readonly string[];
}

/** Permission for an action on partitions. @param partitions patterns of partition keys, made by `keyOf` */
export const may = (action: ItemAction, ...partitions: readonly string[]): ItemAccess => ({ action, partitions });

/** Whether an action returns the items that it names. */
export const isReading = (action: ItemAction): boolean => /Get|Query/.test(action);

const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/**
 * The actions on the KMS key that reading needs, or writing too. DynamoDB and Secrets Manager use the key with the
 * caller's rights.
 */
export const keyActions = (access: readonly ItemAccess[]): readonly string[] =>
  access.some(({ action }) => /^(?:Put|Update)/.test(action)) ? [...reading, ...writing] : reading;

/** Partition key patterns. An account's partition also holds its users, projects and notices. */
export const partitions = {
  accounts: keyOf.accountEntry(anyAccount).PK,
  account: keyOf.account(anyAccount).PK,
  consents: keyOf.consent(anyAccount, anything).PK,
  lookups: keyOf.lookup(anyAccount, anything, anything).PK,
  accesses: keyOf.accessEntry(anyAccount, anything, anything).PK,
  user: keyOf.user(anything).PK,
  credential: keyOf.credential(anything).PK,
  sessions: keyOf.session(anything, anything).PK,
  machineKeys: keyOf.machineKey(anything, anything).PK,
  machineKeyUses: keyOf.machineKeyUse(anything, anything).PK,
  attempts: keyOf.attemptsOnEmail(anything).PK,
  log: keyOf.operation(anything).PK,
  keys: keyOf.verificationKeys().PK,
  feedMark: keyOf.feedMark().PK,
  confirmations: keyOf.confirmation(anyAccount, anything).PK,
  mailboxes: keyOf.mailbox(anyAccount, anything).PK,
  mails: keyOf.mailsOfAccount(anyAccount, '').PK,
  erasureRequests: keyOf.erasureRequest(anyAccount, '').PK,
  evidenceKeys: keyOf.evidenceKeys().PK,
  userNumbers: keyOf.counter('USER').PK,
  noticeNumbers: keyOf.counter('NOTICE').PK,
} as const;

const { account, consents, lookups, user, credential, sessions, keys, feedMark, evidenceKeys } = partitions;
const { confirmations, mailboxes, mails, erasureRequests, machineKeys, machineKeyUses } = partitions;
const attempts = [partitions.attempts, keyOf.attemptsFromSite(anything).PK];
const passwordChanges = keyOf.passwordChanges(anything, 0).PK;
const tally = keyOf.tally(anyAccount, anything).PK;
const mailCounts = [mails, keyOf.mailsToMailbox(anything, '').PK];
const units = keyOf.units(anyAccount, 0).PK;
const answers = keyOf.answer(anyAccount, anything).PK;

export const primaryKey = [tableDefinition.partitionKey, tableDefinition.sortKey];
const newConsent = [
  ...consentIndexes.map(({ partitionKey }) => partitionKey),
  ...new Set([...recordedAttributes, 'salt', ...entryAttributes]),
];
const answer = ['fingerprint', 'answer', 'expiresAt'];
/** The attributes of lookups are a subset of those of consents. A transaction may count as one call with all its items. */
const recording = [...primaryKey, ...newConsent, ...answer];
const revocation = [...primaryKey, ...revokedAttributes];

/** The attributes of users, credentials, sessions and counters that a new password changes. */
const ownPassword = [
  ...primaryKey,
  ...['sessionEpoch', 'enabled', 'updatedAt', 'passwordHash', 'epoch', 'endedAt'],
  ...['attemptIds', 'windowEndsMs', 'windowStep', 'knownUntil', 'changes', 'expiresAt'],
];
/** A user gives no reason. */
const operationsEntry = [...primaryKey, ...logEntryAttributes.filter((name) => name !== 'reason'), 'salt'];

/** What the check of a login reads, in one call with the operation's own `BatchGetItem`. */
const login = [user, sessions, account, keys];
/** The same where a key for machines will do, which no function may write. */
const bearer = [...login, machineKeys];
/** The same where the operation has a budget. */
const counted = [...bearer, units];

/** Writes down on which day a key was used. */
const noteKeyUse: ItemAccess = { ...may('UpdateItem', machineKeyUses), attributes: [...primaryKey, ...useAttributes] };

/** Counts what calls have used, in the parts of their budget or in that of refused callers. */
const countUse = (budget: Budget): ItemAccess => ({
  ...may('UpdateItem', units),
  attributes: [...primaryKey, ...partsOf(budget), 'refused', tableDefinition.timeToLive],
});

/** The same, and notes the use of a key. */
const count = (budget: Budget): readonly ItemAccess[] => [countUse(budget), noteKeyUse];

/** What a link shows: the lists of its keys, and of consents neither whose they are nor their proofs. Accounts have their notices beside them. */
const readingByLink = (budget: Budget, attributes: readonly string[]): readonly ItemAccess[] => [
  may('Query', account),
  may('BatchGetItem', account, units),
  countUse(budget),
  { ...may('BatchGetItem', consents), attributes: [...new Set([...primaryKey, ...attributes])] },
  { action: 'Query', indexes: linkKeys.map((key) => valueIndexes[key].name) },
];

/** Everything that each role may do to items of the table. No role scans or deletes. */
export const tableAccess: Readonly<Record<Actor, readonly ItemAccess[]>> = {
  login: [
    may('BatchGetItem', credential, ...attempts),
    may('GetItem', user),
    may('PutItem', sessions),
    may('UpdateItem', ...attempts),
  ],
  details: [may('BatchGetItem', ...bearer), noteKeyUse],
  refreshToken: [may('GetItem', user), may('UpdateItem', sessions)],
  changePassword: [
    may('BatchGetItem', ...login, credential, ...attempts),
    { ...may('UpdateItem', user, credential, sessions, ...attempts, passwordChanges), attributes: ownPassword },
    { ...may('PutItem', partitions.log), attributes: operationsEntry },
  ],
  logout: [may('BatchGetItem', keys), { ...may('UpdateItem', sessions), attributes: [...primaryKey, 'endedAt'] }],
  addConsent: [
    may('BatchGetItem', ...counted),
    { ...may('PutItem', consents, lookups, answers), attributes: recording },
    ...count('records'),
  ],
  searchConsents: [
    may('BatchGetItem', ...counted, consents),
    may('GetItem', tally),
    may('Query', lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    may('PutItem', tally),
    ...count('searches'),
  ],
  revokeConsent: [
    may('BatchGetItem', ...counted, consents),
    may('GetItem', consents),
    { ...may('UpdateItem', consents), attributes: revocation },
    { ...may('PutItem', answers), attributes: [...primaryKey, ...answer] },
    ...count('records'),
  ],
  getEvidence: [
    may('BatchGetItem', ...counted, consents, evidenceKeys),
    may('Query', account),
    may('GetItem', consents, evidenceKeys),
    { ...may('PutItem', evidenceKeys), attributes: [...primaryKey, 'keys'] },
    ...count('searches'),
  ],
  getNotices: [may('BatchGetItem', ...counted), ...count('notices')],
  /** It reads consents in a call of its own, without their proofs. */
  checkPeople: [
    may('BatchGetItem', ...counted),
    { ...may('BatchGetItem', consents), attributes: [...primaryKey, ...checkedAttributes] },
    may('Query', account, lookups),
    { action: 'Query', indexes: Object.values(valueIndexes).map(({ name }) => name) },
    ...count('checks'),
  ],
  makeLinks: [may('BatchGetItem', ...counted), ...count('notices')],
  listConsents: [
    may('BatchGetItem', ...counted, consents),
    may('Query', account, lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    ...count('searches'),
  ],
  listDueConsents: [
    may('BatchGetItem', ...counted, consents),
    may('Query', account, lookups),
    { action: 'Query', indexes: consentIndexes.map(({ name }) => name) },
    ...count('searches'),
  ],
  listNotices: [may('BatchGetItem', ...counted), may('Query', account), ...count('notices')],
  getNoticeVersion: [may('BatchGetItem', ...counted), ...count('notices')],
  listProjects: [may('BatchGetItem', ...counted), may('Query', account), ...count('notices')],
  getOverview: [may('BatchGetItem', ...counted), may('Query', mails), ...count('searches')],
  requestConfirmation: [
    may('BatchGetItem', ...counted, mailboxes, ...mailCounts, answers),
    may('GetItem', mailboxes, answers),
    {
      ...may('PutItem', confirmations, mailboxes, answers),
      attributes: [...new Set([...primaryKey, ...draftAttributes, ...mailboxAttributes, ...answer])],
    },
    {
      ...may('UpdateItem', confirmations, ...mailCounts),
      attributes: [...new Set([...primaryKey, ...draftAttributes, ...countAttributes])],
    },
    ...count('records'),
  ],
  requestErasure: [
    may('BatchGetItem', ...counted, erasureRequests, consents),
    may('GetItem', answers),
    { ...may('UpdateItem', erasureRequests), attributes: [...primaryKey, ...erasureRequestChanges] },
    ...count('searches'),
    { ...may('PutItem', erasureRequests, answers), attributes: [...primaryKey, ...newErasureRequest, ...answer] },
  ],
  listErasureRequests: [may('BatchGetItem', ...counted), may('Query', erasureRequests), ...count('searches')],
  linkPage: readingByLink('pages', linkedAttributes),
  linkWithdrawal: [
    ...readingByLink('presses', withdrawnAttributes),
    { ...may('UpdateItem', consents), attributes: revocation },
  ],
  confirmationPage: [may('BatchGetItem', account, confirmations, units), countUse('pages')],
  confirmation: [
    may('BatchGetItem', account, confirmations, units),
    countUse('presses'),
    { ...may('PutItem', consents, lookups), attributes: recording },
    { ...may('UpdateItem', confirmations, mails), attributes: [...primaryKey, ...draftAttributes, 'ended'] },
  ],
  rotateSigningKey: [may('GetItem', keys), may('PutItem', keys)],
  checkKeys: [],
  feedLog: [],
  /** Counts of the log are by version of a notice, and the key file is made from the listed keys. */
  publishCheckpoint: [may('Query', account), may('GetItem', feedMark, evidenceKeys), may('PutItem', feedMark)],
  keyFile: [],
};

/** What an operation that shows consents may also do where the stage keeps an access log: add to it. */
export const accessLogging: ItemAccess = {
  ...may('PutItem', partitions.accesses),
  attributes: [...primaryKey, ...accessAttributes],
};

import type { Key } from './table.ts';

/** Number of a user, or `*` in a pattern. */
type UserId = number | typeof anything;

const ofAccount = (id: string): string => `ACCOUNT#${id}`;
const ofSessions = (userId: UserId): string => `SESSIONS#${userId}`;
const ofErasureRequests = (accountId: string): string => `${ofAccount(accountId)}#ERASURES#REQUESTS`;
const ofAttempts = (emailDigest: string): string => `ATTEMPTS#${emailDigest}`;

/**
 * The catalogue of keys: every kind of item in the table with its key. A partition key begins with the kind of its
 * content and names the account, if any. Values that are personal or of any length appear as digests.
 */
export const keyOf = {
  account: (accountId: string): Key => ({ PK: ofAccount(accountId), SK: 'ACCOUNT' }),
  /** Lists the account among all accounts. */
  accountEntry: (accountId: string): Key => ({ PK: 'ACCOUNTS', SK: `ACCOUNT#${accountId}` }),
  /** Exists once, with the first account of a register. */
  firstAccount: (): Key => ({ PK: 'ACCOUNTS', SK: 'FIRST' }),
  /** Lists the user in the account. */
  member: (accountId: string, userId: number | ''): Key => ({ PK: ofAccount(accountId), SK: `USER#${userId}` }),
  project: (accountId: string, uid: string): Key => ({ PK: ofAccount(accountId), SK: `PROJECT#${uid}` }),
  operation: (id: string): Key => ({ PK: 'OPERATIONS', SK: `OPERATION#${id}` }),

  notice: (accountId: string, pid: number | ''): Key => ({ PK: ofAccount(accountId), SK: `NOTICE#${pid}` }),
  noticeName: (accountId: string, name: string): Key => ({ PK: ofAccount(accountId), SK: `NOTICE-NAME#${name}` }),
  noticeVersion: (accountId: string, id: string): Key => ({ PK: ofAccount(accountId), SK: `VERSION#${id}` }),
  noticeText: (accountId: string, versionId: string): Key => ({ PK: ofAccount(accountId), SK: `TEXT#${versionId}` }),

  user: (id: UserId): Key => ({ PK: `USER#${id}`, SK: 'USER' }),
  session: (userId: UserId, id: string): Key => ({ PK: ofSessions(userId), SK: `SESSION#${id}` }),
  /** A key for machines. No function writes this partition. */
  machineKey: (userId: UserId, id: string): Key => ({ PK: `MACHINE-KEYS#${userId}`, SK: `KEY#${id}` }),
  /** The last day on which somebody called with the key. */
  machineKeyUse: (userId: UserId, id: string): Key => ({ PK: `MACHINE-KEY-USES#${userId}`, SK: `KEY#${id}` }),
  credential: (emailDigest: string): Key => ({ PK: `EMAIL#${emailDigest}`, SK: 'CREDENTIAL' }),
  attemptsOnEmail: (emailDigest: string): Key => ({ PK: ofAttempts(emailDigest), SK: 'ATTEMPTS' }),
  attemptsOnEmailFromSite: (emailDigest: string, siteDigest: string): Key => ({
    PK: ofAttempts(emailDigest),
    SK: `SITE#${siteDigest}`,
  }),
  knownAddress: (emailDigest: string, addressDigest: string): Key => ({
    PK: ofAttempts(emailDigest),
    SK: `ADDRESS#${addressDigest}`,
  }),
  attemptsFromSite: (siteDigest: string): Key => ({ PK: `SITE#${siteDigest}`, SK: 'ATTEMPTS' }),
  /** How often a session asked for a new password in an hour. @param end of the hour, in seconds since the epoch */
  passwordChanges: (sessionId: string, end: number): Key => ({ PK: `PASSWORDS#${sessionId}`, SK: String(end) }),
  verificationKeys: (): Key => ({ PK: 'KEYS', SK: 'KEYS' }),
  evidenceKeys: (): Key => ({ PK: 'EVIDENCE-KEYS', SK: 'KEYS' }),

  consent: (accountId: string, id: string): Key => ({ PK: `${ofAccount(accountId)}#CONSENT#${id}`, SK: id }),
  /** Lists the consent by one of its values, if the value's key has no index. */
  lookup: (accountId: string, valueDigest: string, consentId: string): Key => ({
    PK: `${ofAccount(accountId)}#USERDATA#${valueDigest}`,
    SK: consentId,
  }),
  tally: (accountId: string, listsDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#TALLY#${listsDigest}`,
    SK: 'TALLY',
  }),
  /** What the calls of an account have read in a minute. @param end of the minute, in seconds since the epoch */
  units: (accountId: string, end: number): Key => ({ PK: `${ofAccount(accountId)}#UNITS`, SK: String(end) }),
  /** Who looked at consents. @param month such as `2026-11` */
  accessEntry: (accountId: string, month: string, id: string): Key => ({
    PK: `${ofAccount(accountId)}#ACCESS#${month}`,
    SK: id,
  }),
  /** The answer under an Idempotency-Key. */
  answer: (accountId: string, idempotencyKeyDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#IDEMPOTENCY#${idempotencyKeyDigest}`,
    SK: 'IDEMPOTENCY',
  }),
  /** A request to confirm by email. @param secretDigest SHA-256 of the secret that only the mail holds */
  confirmation: (accountId: string, secretDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#CONFIRMATION#${secretDigest}`,
    SK: 'CONFIRMATION',
  }),
  /** The open requests and the last mails of a mailbox in the account. */
  mailbox: (accountId: string, mailboxDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#MAILBOX#${mailboxDigest}`,
    SK: 'MAILBOX',
  }),
  /** How many mails an account has sent on a day, and how many of their requests have ended. */
  mailsOfAccount: (accountId: string, day: string): Key => ({ PK: `${ofAccount(accountId)}#MAILS`, SK: `DAY#${day}` }),
  /** How many mails all accounts have sent to a mailbox on a day. */
  mailsToMailbox: (mailboxDigest: string, day: string): Key => ({ PK: `MAILBOX#${mailboxDigest}`, SK: `DAY#${day}` }),
  /** A request of a user to erase consents. With '' as the id, the prefix of all. */
  erasureRequest: (accountId: string, id: string): Key => ({
    PK: ofErasureRequests(accountId),
    SK: `REQUEST#${id}`,
  }),
  /** How many requests a user has made on a day. */
  erasureRequestsOfDay: (accountId: string, userId: number, day: string): Key => ({
    PK: ofErasureRequests(accountId),
    SK: `DAY#${day}#${userId}`,
  }),
  /** Written regularly, and carried by the feed of the log like a consent. */
  feedMark: (): Key => ({ PK: 'FEED-MARK', SK: 'FEED-MARK' }),
  counter: (series: 'USER' | 'NOTICE'): Key => ({ PK: `COUNTER#${series}`, SK: 'COUNTER' }),
} as const;

/**
 * In the place of an account's id or another part of a key, they make its partition key an IAM pattern for
 * `dynamodb:LeadingKeys`. An account id has 32 characters, so the pattern of the account's own partition matches no
 * other that begins with it.
 */
export const anyAccount = '?'.repeat(32);
export const anything = '*';

/** The catalogue of keys of the erasures table: every kind of item with its key. */
export const erasuresKeyOf = {
  /** The key from which ids of imported consents derive. */
  importKey: (): Key => ({ PK: 'IMPORT-KEY', SK: 'IMPORT-KEY' }),
  /** An erasure: its consents, by whom, and whether it is done. Ids sort by time. With '' as the id, the prefix of all. */
  plan: (accountId: string, id: string): Key => ({ PK: `${ofAccount(accountId)}#ERASURES`, SK: id }),
  /** How a consent was erased first, with the widest extent since. */
  consent: (accountId: string, consentId: string): Key => ({
    PK: `${ofAccount(accountId)}#ERASED#${consentId}`,
    SK: 'ERASED',
  }),
} as const;

/** Digits of numbers in sort keys, which sort numerically: indexes of leaves and sizes of the tree. */
const digits = 12;
const padNumber = (number: number | ''): string => `#${number === '' ? '' : String(number).padStart(digits, '0')}`;

/** The number in such a sort key. */
export const numberIn = (sortKey: string): number => Number(sortKey.slice(sortKey.lastIndexOf('#') + 1));

/** The largest number that such a key can have. */
export const largestNumber = 10 ** digits - 1;

/** What the partition keys of all items of leaves begin with. */
export const leafBeginning = 'LEAF#';

/** What the partition keys of all items of the journal begin with. */
export const journalBeginning = 'JOURNAL#';

/**
 * The catalogue of keys of the log table: every kind of item with its key. With '' as the number, a key is the prefix
 * of all.
 */
export const logKeyOf = {
  /** Leaves that were appended together. @param first index of the first leaf */
  block: (first: number | ''): Key => ({ PK: 'BLOCKS', SK: padNumber(first) }),
  /** The commitments of 256 leaves (C2SP tlog-tiles, entry bundles). */
  entries: (index: number | ''): Key => ({ PK: 'ENTRIES', SK: padNumber(index) }),
  /** Hashes of 256 complete subtrees. @param level from 1. The hashes of level 0 are those of the entries */
  tile: (level: number, index: number | ''): Key => ({ PK: `TILE#${level}`, SK: padNumber(index) }),
  /** A leaf of a consent. @param kind of its event; those that happen once between them have one */
  consentLeaf: (consentId: string, kind: string): Key => ({ PK: `${leafBeginning}CONSENT#${consentId}`, SK: kind }),
  /** The leaf of a version of a notice. */
  versionLeaf: (accountId: string, pid: number, versionId: string): Key => ({
    PK: `${leafBeginning}NOTICE#${accountId}#${pid}`,
    SK: versionId,
  }),
  /** The leaf of an evidence key. @param id of its event */
  keyLeaf: (id: string): Key => ({ PK: `${leafBeginning}EVIDENCE-KEYS`, SK: id }),
  /** The leaf of an entry of the operations log. */
  operationLeaf: (id: string): Key => ({ PK: `${leafBeginning}OPERATIONS`, SK: id }),
  /** An end of a consent. All that is said of it is in the key. @param leaf which */
  journalOfConsent: (consentId: string, leaf: string): Key => ({
    PK: `${journalBeginning}CONSENT#${consentId}`,
    SK: leaf,
  }),
  /** A version of a notice, likewise. */
  journalOfNotice: (accountId: string, pid: number, leaf: string): Key => ({
    PK: `${journalBeginning}NOTICE#${accountId}#${pid}`,
    SK: leaf,
  }),
  checkpoint: (treeSize: number | ''): Key => ({ PK: 'CHECKPOINTS', SK: padNumber(treeSize) }),
  /** The leaves of the next checkpoint. */
  publication: (): Key => ({ PK: 'PUBLICATION', SK: 'PUBLICATION' }),
  /** The last checkpoint that was put on the event bus. */
  announced: (): Key => ({ PK: 'PUBLICATION', SK: 'ANNOUNCED' }),
  /**
   * A stream record that gave the log no leaf.
   *
   * @param digest of its item's partition, by which a document finds it. Two shards may use the same number
   * @param record its number in the stream, and a digest of the key of its item
   */
  aside: (digest: string, ...record: readonly string[]): Key => ({ PK: 'ASIDE', SK: [digest, ...record].join('#') }),
  /** The last mark of the table that the log has had. */
  feedMark: (): Key => ({ PK: 'FEED-MARK', SK: 'FEED-MARK' }),
  /** A private key, wrapped. @param purpose what it signs */
  signingKey: (purpose: string): Key => ({ PK: 'SIGNING-KEYS', SK: purpose }),
  /** The public keys that verifiers need, as one file. */
  keyFile: (): Key => ({ PK: 'KEY-FILE', SK: 'KEY-FILE' }),
  /** What is counted of an account's consents: by version, month and project, and the versions. */
  counts: (accountId: string, sort: string): Key => ({ PK: `${keyOf.account(accountId).PK}#COUNTS`, SK: sort }),
} as const;

/** The string keys of the one table, the attribute by which DynamoDB deletes items, and the content of its stream. */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;

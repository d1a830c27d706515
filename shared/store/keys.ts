import type { Key } from './client.ts';

/** Number of a user. A pattern has `*` in its place. */
type UserId = number | typeof anything;

const ofAccount = (id: string): string => `ACCOUNT#${id}`;
const ofSessions = (userId: UserId): string => `SESSIONS#${userId}`;
const ofAttempts = (emailDigest: string): string => `ATTEMPTS#${emailDigest}`;

/**
 * The catalogue of keys: every kind of item in the table, with the key that it has. A partition key begins with what is in the
 * partition, and names the account if there is one. Digests are of what would be personal in a key, or of any length.
 */
export const keyOf = {
  account: (accountId: string): Key => ({ PK: ofAccount(accountId), SK: 'ACCOUNT' }),
  /** Lists the account among all accounts. */
  accountEntry: (accountId: string): Key => ({ PK: 'ACCOUNTS', SK: `ACCOUNT#${accountId}` }),
  /** Is there once, with the first account of a register. */
  firstAccount: (): Key => ({ PK: 'ACCOUNTS', SK: 'FIRST' }),
  /** Lists the user among those of the account. */
  member: (accountId: string, userId: number | ''): Key => ({ PK: ofAccount(accountId), SK: `USER#${userId}` }),
  project: (accountId: string, uid: string): Key => ({ PK: ofAccount(accountId), SK: `PROJECT#${uid}` }),
  operation: (id: string): Key => ({ PK: 'OPERATIONS', SK: `OPERATION#${id}` }),

  notice: (accountId: string, pid: number | ''): Key => ({ PK: ofAccount(accountId), SK: `NOTICE#${pid}` }),
  noticeName: (accountId: string, name: string): Key => ({ PK: ofAccount(accountId), SK: `NOTICE-NAME#${name}` }),
  noticeVersion: (accountId: string, id: string): Key => ({ PK: ofAccount(accountId), SK: `VERSION#${id}` }),
  noticeText: (accountId: string, versionId: string): Key => ({ PK: ofAccount(accountId), SK: `TEXT#${versionId}` }),

  user: (id: UserId): Key => ({ PK: `USER#${id}`, SK: 'USER' }),
  session: (userId: UserId, id: string): Key => ({ PK: ofSessions(userId), SK: `SESSION#${id}` }),
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
  verificationKeys: (): Key => ({ PK: 'KEYS', SK: 'KEYS' }),
  evidenceKeys: (): Key => ({ PK: 'EVIDENCE-KEYS', SK: 'KEYS' }),

  consent: (accountId: string, id: string): Key => ({ PK: `${ofAccount(accountId)}#CONSENT#${id}`, SK: id }),
  /** Not in the partition of its consent, which the role that writes it could then replace. */
  revokeProof: (accountId: string, consentId: string): Key => ({
    PK: `${ofAccount(accountId)}#REVOKE-PROOF#${consentId}`,
    SK: 'REVOKE-PROOF',
  }),
  /** Lists the consent among those that have the value, where the value's key has no index. */
  lookup: (accountId: string, valueDigest: string, consentId: string): Key => ({
    PK: `${ofAccount(accountId)}#USERDATA#${valueDigest}`,
    SK: consentId,
  }),
  tally: (accountId: string, listsDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#TALLY#${listsDigest}`,
    SK: 'TALLY',
  }),
  /** @param end of the minute, in seconds since the epoch */
  searchUnits: (accountId: string, end: number): Key => ({ PK: `${ofAccount(accountId)}#READS`, SK: String(end) }),
  /** The answer under an Idempotency-Key. */
  answer: (accountId: string, idempotencyKeyDigest: string): Key => ({
    PK: `${ofAccount(accountId)}#IDEMPOTENCY#${idempotencyKeyDigest}`,
    SK: 'IDEMPOTENCY',
  }),
  counter: (series: 'USER' | 'NOTICE'): Key => ({ PK: `COUNTER#${series}`, SK: 'COUNTER' }),
} as const;

/** The same of what operators' commands alone read and write: no function has to load it. */
export const commandKeyOf = {
  /** An erasure of consents that is under way, or was broken off. */
  erasureRun: (accountId: string, id: string): Key => ({ PK: `${ofAccount(accountId)}#ERASURES`, SK: `RUN#${id}` }),
  /** How many consents of a project were erased with everything, of those that have the same days and facets. */
  erasedSum: (accountId: string, projectUid: string, traits: string): Key => ({
    PK: `${ofAccount(accountId)}#ERASED#${projectUid}`,
    SK: `SUM#${traits}`,
  }),
} as const;

/**
 * In the place of an account's id and of any other part of a key, these make its partition key a pattern of IAM for
 * `dynamodb:LeadingKeys`. An id of an account has 32 characters, so that the pattern of the account's own partition fits no
 * other that begins with it.
 */
export const anyAccount = '?'.repeat(32);
export const anything = '*';

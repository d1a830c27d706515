/**
 * Every limit. The reference page lists those that a caller meets (build/openapi/introduction.ts). Sizes are in bytes,
 * lengths in Unicode code points. Lifetimes are below.
 */
export const limits = {
  /** Decoded request body. Above it the answer is 413. */
  bodyBytes: 1024 * 1024,
  /** Scalar values in one request, whatever the encoding. */
  parameters: 1_000,
  /** Levels of nesting: `userData[email][value]` has three. */
  depth: 5,

  /**
   * Limits of DynamoDB: one TransactWriteItems, the size of an item, keys in one BatchGetItem, and the size of a read
   * unit.
   */
  transactionItems: 100,
  transactionBytes: 4 * 1024 * 1024,
  itemBytes: 400 * 1024,
  batchGetKeys: 100,
  readUnitBytes: 4 * 1024,

  /**
   * The contents of a record as JSON, in which a control character takes six bytes: proof and userData of the consent,
   * and the proof of its revocation. Both, a notice in all its languages and a signature fit one answer, even in
   * base64.
   */
  consentBytes: 2 * 1024 * 1024,
  revocationBytes: 1.25 * 1024 * 1024,

  /** What all consents of one request, with their proofs and lookups, may take: a transaction has room for 4 MiB. */
  requestBytes: 3_600_000,

  /** The room that a new consent leaves in its item for its revocation, whose proof is compressed. */
  revocationReserveBytes: 100 * 1024,

  notices: 100,
  /** A notice's content as JSON. It must leave room in an answer. */
  noticeBytes: 1024 * 1024,
  userDataKeys: 50,
  proofMembers: 50,
  keyCharacters: 128,
  valueCharacters: 1_024,
  /** Values in the JSON of a stored proof or userData, which may be imported, or of a block of the log. */
  storedValues: 50_000,
  /** A value of userData: combining marks in a row, and UTF-16 code units after normalising. */
  marksInARow: 30,
  normalisedCharacters: 4_096,
  idempotencyKeyCharacters: 255,

  /**
   * Names given by operators, emails (RFC 5321, section 4.5.3.1), and passwords, whose only other rule is not to be
   * guessed early.
   */
  nameCharacters: 200,
  reasonCharacters: 500,
  emailCharacters: 254,
  passwordCharactersFewest: 15,
  passwordCharactersMost: 1_024,

  perPage: 50,
  perPageDefault: 20,
  /**
   * A limit of Lambda: a request as JSON, with the body as text or base64. Above it the gateway answers 413 and calls
   * no function.
   */
  eventBytes: 6_291_556,
  /** A limit of Lambda: the result of a call as JSON, with the answer's body as a string. Above it the call fails. */
  resultBytes: 6_291_556,
  /**
   * Characters of userData that one search compares, as they are or as normalised, whichever are more: as many as one consent
   * can have. They take a tenth of a second if each takes as long as any can. Those of an email take up to four times as long.
   */
  comparedCharacters: 225_000,
  emailWeight: 4,
  /**
   * Read units that the calls of an account may use in a minute: together 480,000, a fifth of what a table gives by
   * default. Each kind of call has a part of its own (shared/api/budget.ts). The last is that of calls whose caller is refused.
   */
  searchUnitsPerMinute: 150_000,
  checkUnitsPerMinute: 90_000,
  noticeUnitsPerMinute: 60_000,
  recordUnitsPerMinute: 90_000,
  pageUnitsPerMinute: 30_000,
  pressUnitsPerMinute: 30_000,
  refusedUnitsPerMinute: 30_000,
  /** The same for write units, of calls that record or revoke and of presses behind links: together a fifth as well. */
  recordWriteUnitsPerMinute: 390_000,
  pressWriteUnitsPerMinute: 90_000,
  /** Write units for which a leaf of the log counts at least: 270 of an account in a second, a third of what the log takes. */
  unitsOfLeaf: 24,
  /**
   * Read units that are written down beside the next call to the table, so that nobody waits for it. A call that has
   * read or written the second number of units since does not leave them to the container's next one.
   */
  unitsWritten: 100,
  unitsLeft: 1_000,
  /** Items of the one query that a call may begin before its caller is known. */
  itemsBeforehand: 100,

  /**
   * A check: people in one, characters of all their values, which take time to normalise, and consents that may share
   * the value by which a person is looked up. A full list of that length is four read units.
   */
  people: 100,
  peopleCharacters: 100_000,
  consentsOfValue: 100,
  /**
   * Failed logins that fit a window (docs/api.md, Login limits): on a user from a known address and, from all
   * others, on one email from one site, on one email from all sites, and on all emails from one site.
   */
  loginAttemptsAtKnownAddress: 10,
  loginAttemptsOnEmailFromSite: 5,
  loginAttemptsOnEmail: 20,
  loginAttemptsFromSite: 100,
  /** Calls of `/password` of a session in an hour, whatever their answer. */
  passwordChangesPerHour: 20,

  /** Requests to erase consents: of a user on a day (UTC), consents in one, and characters of its reference. */
  erasureRequestsPerDay: 20,
  erasureRequestConsents: 100,
  referenceCharacters: 64,

  /**
   * Requests to confirm by email: notices in one, bytes of their texts and of their titles, which one page shows, and mails on a day (UTC) to a mailbox about a notice, to a mailbox over all
   * accounts, and of an account (docs/api.md, Confirming by email).
   */
  confirmationNotices: 20,
  confirmationTextBytes: 512 * 1024,
  confirmationTitleBytes: 16 * 1024,
  mailsAboutNotice: 5,
  mailsToMailbox: 10,
  mailsOfAccount: 10_000,

  /** Keys for machines that a container remembers as good (docs/api.md, Keys for machines). */
  machineKeysRemembered: 1_000,

  /** Days until a link for a person expires: for whoever says none, and the most. */
  linkDays: 365,
  linkDaysMost: 730,
  /**
   * What the page of a link looks at: entries of the list of its value, notices that it shows, read units of consents
   * after which it reads no more of them, and bytes of the notices' texts as JSON.
   */
  linkEntries: 1_200,
  linkNotices: 50,
  linkUnits: 400,
  linkTextBytes: 1024 * 1024,
  /** Revocations that one withdrawal makes at the same time, or entries in the journal of what had ended before. */
  withdrawnAtOnce: 10,

  /** The Authorization header. A longer one is refused before any cryptography. */
  accessTokenCharacters: 2_048,
} as const;

/**
 * Limits of what one call of a list reads and answers, however large the register is (docs/api.md, Lists). The
 * entries cost about 70 read units; 140 and half a unit for each project if none is named; up to two and a half times
 * as much with many values. A call also reads the versions of all notices.
 */
export const listBounds = {
  /** Consents that a call may request. */
  perPage: 250,
  /**
   * Entries of lists, besides the first page of each project. A page of a list that continues has at least this many.
   */
  entries: 2_000,
  leastPage: 100,
  /** Projects whose lists are read together. */
  projects: 200,
  /** Lists from which to choose the shortest, if their keys do not show it. */
  alternatives: 4,
  /** Consents to read for their states, if the list does not show these. */
  candidates: 100,
  /** Read units for consents. */
  units: 1_000,
  /**
   * Bytes of the consents in the answer as JSON: base64 turns three bytes into four, and Lambda returns six million.
   */
  bytes: 4_500_000,
} as const;

/** The same for a list of consents whose people must be asked again, besides those of a list. */
export const dueBounds = {
  /** Consents that a call may request, each of whose people is looked for once. */
  perPage: 50,
  /** Entries of one person to read for a later consent. Beyond them nobody is recognised: they share names, not an email. */
  entriesOfPerson: 1_000,
  /** Normalised characters of people without an identifying value, all together. Beyond them nobody is recognised. */
  charactersOfNames: 225_000,
} as const;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long everything lasts, in seconds. Some are defaults that a stage's options can change.
 */
export const lifetimes = {
  /** From a token's iat to its exp: the default, and the maximum for any key. */
  accessTokenSeconds: hour,
  accessTokenSecondsLongest: day,
  refreshTokenSeconds: 30 * day,
  refreshTokenSecondsLongest: 365 * day,
  /**
   * If the refresh token used last comes back within this time of its use, that is a lost race. Later it is theft
   * (docs/api.md, Tokens and sessions).
   */
  refreshReuseSeconds: 10,
  /** How far the clock that set a token's iat may be ahead of this one. */
  clockSkewSeconds: minute,

  /**
   * How long a container uses the signing key before it reads it again, so that a new key comes into use everywhere.
   * Then the maximum while the key cannot be read, and the pause between tries.
   */
  signingKeySeconds: 5 * minute,
  signingKeySecondsLongest: hour,
  signingKeyRetrySeconds: 5,
  /** How long a container trusts the public keys it has read, so that a retired key ends everywhere. */
  verificationKeysSeconds: 5 * minute,
  /** How long a container that saw a key for machines good reads it together with what the call needs. */
  machineKeySeconds: 5 * minute,

  /** How long a container uses the secret of links before it reads it again, and the pause between readings for an unknown generation. */
  linkSecretSeconds: hour,
  linkSecretRetrySeconds: minute,
  /**
   * A withdrawal through a link is done when a list that was begun so long after the press has nothing to revoke, since indexes
   * follow the table. How long it may take in all, with the time of its answer left.
   */
  withdrawalLagSeconds: 3,
  withdrawalSecondsLongest: 25,

  /** How long an evidence key may still sign after another one replaced it, because a container may still have it. */
  evidenceKeyAfterSeconds: hour,

  /**
   * A window of failed logins, which doubles while failures go on, and its maximum. Then how long an address is known
   * after a login.
   */
  loginWindowSeconds: minute,
  loginWindowSecondsLongest: 32 * minute,
  knownAddressSeconds: 90 * day,

  /** How long the answer under an Idempotency-Key is kept (docs/api.md, Idempotency). */
  idempotencySeconds: day,

  /**
   * How long the link of a request to confirm works, the pause between two mails about a notice to a mailbox, and how long
   * Amazon SES may take to accept one.
   */
  confirmationSeconds: 7 * day,
  mailPauseSeconds: 10 * minute,
  mailHandingSeconds: 5,

  /** How long a tally is kept after its last change. */
  tallySeconds: 90 * day,
  /**
   * Hardly any consent with an older id appears after this time: a function runs for at most 28 seconds, and indexes
   * follow almost at once.
   */
  tallyLagSeconds: 5 * minute,
  /** After this time, the counts of a tally are final. */
  tallyFinalSeconds: day,

  /** The part of a function's time that is kept for its answer and log, if the work does not end before. */
  answerSeconds: 1,
} as const;

/**
 * Milliseconds within which the log has what happened. When it is further behind, an alarm is raised, and `doctor` says so; a
 * verifier doubts what the log added later.
 */
export const longestLogLag = 3_600_000;

/** Milliseconds that an erasure of many consents may take. All have the time at which it began. */
export const longestErasure = 86_400_000;

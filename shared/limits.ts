/**
 * Every limit of the interface, in one place; docs/contract.md, Limits, lists them. Sizes are in bytes, lengths in Unicode
 * code points. What lasts for a time is in lifetimes.ts.
 */
export const limits = {
  /** Decoded request body; above it the answer is 413. */
  bodyBytes: 1024 * 1024,
  /** Scalar values in one request, whatever the encoding. */
  parameters: 1_000,
  /** Levels of nesting: `userData[email][value]` has three. */
  depth: 5,

  /** DynamoDB's own: one TransactWriteItems, the size of an item, keys in one BatchGetItem, what one read unit reads. */
  transactionItems: 100,
  transactionBytes: 4 * 1024 * 1024,
  itemBytes: 400 * 1024,
  batchGetKeys: 100,
  readUnitBytes: 4 * 1024,

  /**
   * What a record holds, as JSON, where a control character takes six bytes: proof and userData of the consent, and the
   * proof of its revocation. Both, a notice in all its languages and a signature fit one answer, even in base64.
   */
  consentBytes: 2 * 1024 * 1024,
  revocationBytes: 1.25 * 1024 * 1024,

  /**
   * A revocation's proof up to this as JSON is stored in the consent's item, a longer one in an item of its own; and the room
   * that a new consent leaves in its item for a revocation.
   */
  ownRevocationBytes: 16 * 1024,
  revocationReserveBytes: 20 * 1024,

  /**
   * A compressed proof up to this is stored with each consent of a request, a longer one with the first: a write unit. It must not grow:
   * an erasure looks for those who need a proof where it is longer, and there alone.
   */
  ownProofBytes: 1024,

  notices: 100,
  /** A notice's content as JSON, so that an answer has room for it. */
  noticeBytes: 1024 * 1024,
  userDataKeys: 50,
  proofMembers: 50,
  keyCharacters: 128,
  valueCharacters: 1_024,
  /** Of a value of userData: combining marks in a row, and UTF-16 code units once it is normalised. */
  marksInARow: 30,
  normalisedCharacters: 4_096,
  idempotencyKeyCharacters: 255,

  /** Names that operators give; an email by RFC 5321, section 4.5.3.1; a password has no other rule than its length. */
  nameCharacters: 200,
  reasonCharacters: 500,
  emailCharacters: 254,
  passwordCharactersFewest: 15,
  passwordCharactersMost: 1_024,

  perPage: 50,
  perPageDefault: 20,
  /** Lambda's own: a request as JSON, with the body as text or base64. Above it the gateway answers 413 and calls no function. */
  eventBytes: 6_291_556,
  /** Lambda's own: the result of a call as JSON, with the answer's body as a text in it. Above it the call fails. */
  resultBytes: 6_291_556,
  /** Of userData that one search compares: twice what a page of 50 has where it is sought by five of the longest values. */
  comparedCharacters: 500_000,
  /**
   * Read units that the searches of an account may take in a minute, a fifth of what a table gives by default; a search that
   * takes fewer than so many is not counted.
   */
  searchUnitsPerMinute: 480_000,
  searchUnitsUncounted: 100,

  /**
   * Failed logins that a window has room for (docs/contract.md, Login limits): on a user from an address of theirs; from all
   * others, on one email from one site and from all of them, and on all emails from one site.
   */
  loginAttemptsAtKnownAddress: 10,
  loginAttemptsOnEmailFromSite: 5,
  loginAttemptsOnEmail: 20,
  loginAttemptsFromSite: 100,

  /** Authorization header, refused before any cryptography. */
  accessTokenCharacters: 2_048,
} as const;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long everything lasts, in seconds: what a stage has unless its options say otherwise, and what none can change;
 * docs/contract.md, Lifetimes, lists it.
 */
export const lifetimes = {
  /** From a token's iat to its exp: by default, and at most, by whatever key it is signed. */
  accessTokenSeconds: hour,
  accessTokenSecondsLongest: day,
  refreshTokenSeconds: 30 * day,
  refreshTokenSecondsLongest: 365 * day,
  /**
   * The refresh token used last, presented again within this time of its use, is a lost race; later it is theft
   * (docs/contract.md, Tokens and sessions).
   */
  refreshReuseSeconds: 10,
  /** How far the clock that set a token's iat may be ahead of ours. */
  clockSkewSeconds: minute,

  /**
   * How long a container uses the signing key it has read before it reads again, so that a new one comes into use
   * everywhere; how long at most while it cannot be read; and how long it waits between tries.
   */
  signingKeySeconds: 5 * minute,
  signingKeySecondsLongest: hour,
  signingKeyRetrySeconds: 5,
  /** How long a container trusts the public keys it has read, so that a retired one ends everywhere. */
  verificationKeysSeconds: 5 * minute,

  /** How long after another evidence key took its place a key may sign, so that a container that has it still does no harm. */
  evidenceKeyAfterSeconds: hour,

  /** A window of failed logins, doubled as long as failures go on; and how long an address counts as known after a login. */
  loginWindowSeconds: minute,
  loginWindowSecondsLongest: 32 * minute,
  knownAddressSeconds: 90 * day,

  /** How long the answer under an Idempotency-Key is kept (docs/contract.md, Idempotency). */
  idempotencySeconds: day,

  /** How long a tally is kept after its last change. */
  tallySeconds: 90 * day,
  /** After this time hardly a consent with an older id appears: a function lives for 28 seconds, and indexes follow at once or so. */
  tallyLagSeconds: 5 * minute,
  /** After this time what a tally has counted is final. */
  tallyFinalSeconds: day,

  /** Kept of a function's time for its answer and log, where the work does not end by itself. */
  answerSeconds: 1,
} as const;

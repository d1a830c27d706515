const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long everything lasts, in seconds. Some are defaults that a stage's options can change. docs/contract.md,
 * Lifetimes, lists those that a caller or an operator meets.
 */
export const lifetimes = {
  /** From a token's iat to its exp: the default, and the maximum for any key. */
  accessTokenSeconds: hour,
  accessTokenSecondsLongest: day,
  refreshTokenSeconds: 30 * day,
  refreshTokenSecondsLongest: 365 * day,
  /**
   * If the refresh token used last comes back within this time of its use, that is a lost race. Later it is theft
   * (docs/contract.md, Tokens and sessions).
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

  /** How long an evidence key may still sign after another one replaced it, because a container may still have it. */
  evidenceKeyAfterSeconds: hour,

  /**
   * A window of failed logins, which doubles while failures go on, and its maximum. Then how long an address is known
   * after a login.
   */
  loginWindowSeconds: minute,
  loginWindowSecondsLongest: 32 * minute,
  knownAddressSeconds: 90 * day,

  /** How long the answer under an Idempotency-Key is kept (docs/contract.md, Idempotency). */
  idempotencySeconds: day,

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

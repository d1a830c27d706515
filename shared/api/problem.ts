import { lifetimes, limits } from './limits.ts';

/**
 * What can be wrong with a parameter. Codes never change. `answer-too-large` is for the parameter that decides the size
 * of an answer.
 */
export const parameterErrorCodes = [
  'missing',
  'malformed',
  'unknown',
  'retired',
  'unknown-parameter',
  'conflict',
  'repeated',
  'out-of-range',
  'too-long',
  'too-short',
  'too-many',
  'guessable',
  'wrong',
  'answer-too-large',
] as const;
export type ParameterErrorCode = (typeof parameterErrorCodes)[number];

/** An entry of a problem's `errors`: the parameter in bracket notation, what is wrong with it, and what to do. */
export interface ParameterError {
  readonly field: string;
  readonly code: ParameterErrorCode;
  readonly detail: string;
}

/**
 * The parts of a problem besides its code. The default `detail` is that of the catalogue. `retryAfter` is in seconds.
 */
interface Particulars {
  readonly detail?: string;
  readonly errors?: readonly ParameterError[];
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The only error that callers see. `detail` says what to do, and repeats no value of the request but an unknown PID. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  /** In seconds, if it is not the same for all problems of the code. */
  readonly retryAfter: number | undefined;

  constructor(code: PlainProblemCode, particulars?: Particulars);
  constructor(code: ProblemCode, particulars: Particulars & { readonly detail: string });
  constructor(code: ProblemCode, { detail, errors = [], retryAfter, cause }: Particulars = {}) {
    const kind: ProblemKind = problems[code];
    super(code, { cause });
    this.name = 'Problem';
    this.code = code;
    this.detail = detail ?? kind.detail ?? kind.title;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Why an answer is too large for one call, and what the caller can do instead. */
interface Excess {
  readonly why?: string | undefined;
  readonly remedy?: string | undefined;
}

/** The 422 of an answer that is too large for one call. @param field the parameter that decides how large it becomes */
export const answerTooLarge = (
  field: string,
  {
    why = 'The answer would be larger than AWS Lambda can return (6 MB)',
    remedy = 'ask for less at a time',
  }: Excess = {},
): Problem => invalidParameters({ field, code: 'answer-too-large', detail: `${why}: ${remedy}.` });

const describeFirst = ([first, ...others]: readonly ParameterError[]): string | undefined => {
  if (first === undefined) return undefined;
  const said = first.field === '' ? first.detail : `Look at ${first.field}: ${first.detail}`;
  return others.length === 0 ? said : `${said} \`errors\` has ${others.length} more.`;
};

/** The 422 of missing or wrong parameters. `detail` says the first error in words, and how many more there are. */
export const invalidParameters = (...errors: ParameterError[]): Problem => {
  const detail = describeFirst(errors);
  return new Problem('parameters.invalid', { errors, ...(detail !== undefined && { detail }) });
};

/** WWW-Authenticate of a 401 (RFC 6750, section 3). It names the error only if a token was sent. */
const noToken = 'Bearer';
const invalidToken = 'Bearer error="invalid_token"';

/** What all problems of a code share. `challenge` is WWW-Authenticate, and `retryAfter` is in seconds. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What to do. A problem may replace it if it knows more about the request. */
  readonly detail?: string;
  readonly challenge?: string;
  readonly retryAfter?: number;
}

/**
 * Every problem of the interface: code -> HTTP status, sentences and headers (RFC 9457; docs/api.md, Problems).
 * Codes never change.
 */
export const problems = {
  'body.unreadable': { status: 400, title: 'The request body cannot be read' },
  'credentials.invalid': {
    status: 401,
    title: 'Wrong email or password',
    detail: 'The email or the password is wrong. Check both.',
    challenge: noToken,
  },
  'token.missing': {
    status: 401,
    title: 'An access token or a key is needed',
    detail: 'Send the access token from /login, or a key, in the header Authorization: Bearer ACCESS_TOKEN.',
    challenge: noToken,
  },
  'token.invalid': {
    status: 401,
    title: 'The access token or the key is not valid',
    detail: 'This register accepts neither such an access token nor such a key. Log in, or check the key.',
    challenge: invalidToken,
  },
  'token.expired': {
    status: 401,
    title: 'The access token has expired',
    detail: 'The access token has expired. Use the refresh token or log in again.',
    challenge: invalidToken,
  },
  'session.ended': {
    status: 401,
    title: 'The session has ended',
    detail: 'The session of this access token has ended. Log in again.',
    challenge: invalidToken,
  },
  'key.ended': {
    status: 401,
    title: 'The key no longer works',
    detail: 'This key was ended or has expired, or its user is disabled. Ask the operator.',
    challenge: invalidToken,
  },
  'refresh-token.invalid': {
    status: 401,
    title: 'The refresh token cannot be used',
    detail: 'The refresh token is unknown, expired or already used. Log in again.',
    challenge: noToken,
  },
  'key.not-allowed': {
    status: 403,
    title: 'This call needs a login',
    detail: 'A key has neither a session nor a password. Call this with an access token from /login.',
  },
  'address.not-allowed': {
    status: 403,
    title: 'Calls from this address are not allowed',
    detail: 'The operator of the service allows calls from some networks only. Call from one of them.',
  },
  'account.consent-register-disabled': {
    status: 403,
    title: 'The account is not set up for the consent register',
    detail: 'The consent register is not enabled for this account. Ask its operator to enable it.',
  },
  'user.sender-only': {
    status: 403,
    title: 'The user may only do what a mailing needs',
    detail:
      'The user of this access token, or this key, is a sender, who may only call /consent-register/check, /consent-register/links with pid, /details and /logout. An operator can give another role.',
  },
  'user.read-only': {
    status: 403,
    title: 'The user may only read',
    detail:
      'The user of this access token, or this key, is a reader. An operator can make the user an editor, and make another key.',
  },
  'erasure-request.not-found': {
    status: 404,
    title: 'No such request to erase',
    detail: 'The account has no request to erase with this id.',
  },
  'consent.not-found': { status: 404, title: 'No such consent', detail: 'The account has no consent with this id.' },
  'notice.not-found': { status: 404, title: 'No such notice' },
  'key-file.not-found': { status: 404, title: 'No key file yet' },
  'operation.off': { status: 404, title: 'The stage has no such operation' },
  'path.unknown': { status: 404, title: 'No such path' },
  'method.not-allowed': {
    status: 405,
    title: 'The path does not accept this method',
    detail: 'Send a POST request. An operation accepts no other method.',
  },
  'idempotency-key.reused': {
    status: 409,
    title: 'The Idempotency-Key was used for another request',
    detail: `This Idempotency-Key was used for another request within ${lifetimes.idempotencySeconds / 3_600} hours. Use a new key for each new request.`,
  },
  'erasure-request.fixed': {
    status: 409,
    title: 'The request to erase cannot be withdrawn',
    detail: 'Only the user who made a request can withdraw it, while it is open.',
  },
  'body.too-large': {
    status: 413,
    title: 'The request body is too large',
    detail: `A body may have at most ${limits.bodyBytes} bytes.`,
  },
  'consent.too-large': { status: 413, title: 'The consent is too large to be stored' },
  'body.unsupported-media-type': {
    status: 415,
    title: 'The media type of the body is not supported',
    detail:
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8, and name the type in the Content-Type header.',
  },
  'parameters.invalid': {
    status: 422,
    title: 'The parameters are not valid',
    detail: 'Parameters are missing or not valid. `errors` lists each of them.',
  },
  'login.throttled': {
    status: 429,
    title: 'Too many login attempts',
    detail: 'Wait for the number of seconds in the Retry-After header, then try again.',
  },
  'password.throttled': {
    status: 429,
    title: 'Too many requests for a new password',
    detail: `A session may ask for a new password ${limits.passwordChangesPerHour} times in an hour.`,
  },
  'search.throttled': {
    status: 429,
    title: 'The searches of the account read too much data',
    detail: 'The searches of this account have read too much data in this minute. Try again in the next one.',
  },
  'check.throttled': {
    status: 429,
    title: 'The checks of the account read too much data',
    detail: 'The checks of this account have read too much data in this minute. Try again in the next one.',
  },
  'account.throttled': {
    status: 429,
    title: 'The calls of the account used too much',
    detail:
      'Calls like this one of this account have read or written too much data in this minute. Try again in the next one.',
  },
  'erasure-request.throttled': {
    status: 429,
    title: 'Too many requests to erase',
    detail: `A user may make ${limits.erasureRequestsPerDay} requests to erase on a day (UTC).`,
  },
  'confirmation.throttled': { status: 429, title: 'Too many mails' },
  'service.fault': {
    status: 500,
    title: 'The service failed',
    detail: 'The service failed. If it fails again, give the requestId to its operator.',
  },
  'evidence.history-incomplete': {
    status: 503,
    title: 'The log has more of the consent than the register',
    retryAfter: 3_600,
  },
  'mail.not-configured': {
    status: 503,
    title: 'The service sends no mail',
    detail: 'The operator of this stage has not set mailFrom, the address that mail comes from (docs/deploy.md, Mail).',
    retryAfter: 3_600,
  },
  'mail.refused': {
    status: 503,
    title: 'The mail was not sent',
    detail: 'Amazon SES did not accept the mail. Try again, or ask the operator to run doctor.',
    retryAfter: 60,
  },
  'mail.unsettled': {
    status: 503,
    title: 'The mail may have been sent',
    detail:
      'If the mail arrives, let the person open its link. If not, send the request again after the time in Retry-After.',
    retryAfter: lifetimes.mailPauseSeconds,
  },
  'store.unavailable': {
    status: 503,
    title: 'The service is temporarily unavailable',
    detail: 'The service is busy or cannot reach its database. Try again in a moment.',
    retryAfter: 1,
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** Codes with a `detail` in the catalogue. */
export type PlainProblemCode = {
  [Code in ProblemCode]: (typeof problems)[Code] extends { readonly detail: string } ? Code : never;
}[ProblemCode];

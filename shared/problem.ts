/** WWW-Authenticate of a 401 (RFC 6750, section 3): the error is named only where a token was presented. */
const noToken = 'Bearer';
const invalidToken = 'Bearer error="invalid_token"';

/** What all problems of a code have in common; `challenge` is WWW-Authenticate, `retryAfter` is in seconds. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly challenge?: string;
  readonly retryAfter?: number;
}

/** Every problem the interface answers with: code -> HTTP status, title and headers (docs/contract.md, Problems). Codes are stable. */
export const problems = {
  'body.unreadable': { status: 400, title: 'The request body cannot be read' },
  'credentials.invalid': { status: 401, title: 'Wrong email or password', challenge: noToken },
  'token.missing': { status: 401, title: 'An access token is needed', challenge: noToken },
  'token.invalid': { status: 401, title: 'The access token is not valid', challenge: invalidToken },
  'token.expired': { status: 401, title: 'The access token has expired', challenge: invalidToken },
  'session.ended': { status: 401, title: 'The session has ended', challenge: invalidToken },
  'refresh-token.invalid': { status: 401, title: 'The refresh token cannot be used', challenge: noToken },
  'account.consent-register-disabled': { status: 403, title: 'The account is not set up for the consent register' },
  'consent.not-found': { status: 404, title: 'No such consent' },
  'notice.not-found': { status: 404, title: 'No such notice' },
  'idempotency-key.reused': { status: 409, title: 'The Idempotency-Key belongs to another request' },
  'body.too-large': { status: 413, title: 'The request body is too large' },
  'consent.too-large': { status: 413, title: 'The consent is too large to be stored' },
  'body.unsupported-media-type': { status: 415, title: 'The media type of the body is not supported' },
  'parameters.invalid': { status: 422, title: 'The parameters are not valid' },
  'login.throttled': { status: 429, title: 'Too many login attempts' },
  'search.throttled': { status: 429, title: 'The searches of the account read too much' },
  'service.fault': { status: 500, title: 'The service failed' },
  'store.unavailable': { status: 503, title: 'The store cannot be reached', retryAfter: 1 },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** What can be wrong with a parameter. Codes are stable; `answer-too-large` is for what decides the size of an answer. */
export const parameterErrorCodes = [
  'missing',
  'malformed',
  'unknown',
  'unknown-parameter',
  'conflict',
  'repeated',
  'out-of-range',
  'too-long',
  'too-many',
  'answer-too-large',
] as const;
export type ParameterErrorCode = (typeof parameterErrorCodes)[number];

/** One entry of a problem's `errors`: the parameter in bracket notation, what is wrong with it, and what to do about it. */
export interface ParameterError {
  readonly field: string;
  readonly code: ParameterErrorCode;
  readonly detail: string;
}

/** The one error that a caller is meant to see. `detail` says what to do and never repeats a value that was sent. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  /** In seconds, where it is not the same for all problems of the code. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: readonly ParameterError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** The 422 of an answer that is too much for one call. @param field the parameter that decides how large it becomes */
export const answerTooLarge = (
  field: string,
  why = 'The answer would be larger than AWS Lambda can return (6 MB)',
): Problem => invalidParameters({ field, code: 'answer-too-large', detail: `${why}; ask for less at a time.` });

/** The 422 of parameters that are missing or wrong. */
export const invalidParameters = (...errors: ParameterError[]) =>
  new Problem('parameters.invalid', 'One or more parameters are missing or not valid; `errors` lists each.', {
    errors,
  });

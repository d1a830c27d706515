import { lifetimes } from './lifetimes.ts';
import { limits } from './limits.ts';

/** WWW-Authenticate of a 401 (RFC 6750, section 3): the error is named only where a token was presented. */
const noToken = 'Bearer';
const invalidToken = 'Bearer error="invalid_token"';

/** What all problems of a code have in common; `challenge` is WWW-Authenticate, `retryAfter` is in seconds. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What to do, where no facts of the request belong to it; a problem may say something else where it knows more. */
  readonly detail?: string;
  readonly challenge?: string;
  readonly retryAfter?: number;
}

/** Every problem the interface answers with: code -> HTTP status, sentences and headers (RFC 9457; docs/contract.md, Problems). Codes are stable. */
export const problems = {
  'body.unreadable': { status: 400, title: 'The request body cannot be read' },
  'credentials.invalid': {
    status: 401,
    title: 'Wrong email or password',
    detail: 'The email or the password is wrong.',
    challenge: noToken,
  },
  'token.missing': {
    status: 401,
    title: 'An access token is needed',
    detail: 'Send the header Authorization: Bearer and the access token that /login gives.',
    challenge: noToken,
  },
  'token.invalid': {
    status: 401,
    title: 'The access token is not valid',
    detail: 'The access token is not one of this service; log in for a new one.',
    challenge: invalidToken,
  },
  'token.expired': {
    status: 401,
    title: 'The access token has expired',
    detail: 'The access token has expired; use the refresh token or log in again.',
    challenge: invalidToken,
  },
  'session.ended': {
    status: 401,
    title: 'The session has ended',
    detail: 'The session of this access token has ended; log in again.',
    challenge: invalidToken,
  },
  'refresh-token.invalid': {
    status: 401,
    title: 'The refresh token cannot be used',
    detail: 'The refresh token is unknown, expired or already used; log in again.',
    challenge: noToken,
  },
  'account.consent-register-disabled': {
    status: 403,
    title: 'The account is not set up for the consent register',
    detail: 'An operator must enable the consent register for this account first.',
  },
  'user.read-only': {
    status: 403,
    title: 'The user may only read',
    detail: 'The user of this access token is a reader; an operator can make it an editor.',
  },
  'consent.not-found': { status: 404, title: 'No such consent', detail: 'The account has no consent with this id.' },
  'notice.not-found': { status: 404, title: 'No such notice' },
  'path.unknown': { status: 404, title: 'No such path' },
  'method.not-allowed': {
    status: 405,
    title: 'The path takes another method',
    detail: 'Send a POST: an operation takes no other method.',
  },
  'idempotency-key.reused': {
    status: 409,
    title: 'The Idempotency-Key belongs to another request',
    detail: `This Idempotency-Key was used for another request within ${lifetimes.idempotencySeconds / 3_600} hours; make a new key for each new request.`,
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
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8 and with no other charset, and name it in the Content-Type header.',
  },
  'parameters.invalid': {
    status: 422,
    title: 'The parameters are not valid',
    detail: 'One or more parameters are missing or not valid; `errors` lists each.',
  },
  'login.throttled': {
    status: 429,
    title: 'Too many login attempts',
    detail: 'Wait for as many seconds as the Retry-After header says, then try again.',
  },
  'search.throttled': {
    status: 429,
    title: 'The searches of the account read too much',
    detail: 'The searches of this account read too much; try again in the next minute.',
  },
  'service.fault': {
    status: 500,
    title: 'The service failed',
    detail: 'The service failed; if it goes on, tell its operator the requestId.',
  },
  'store.unavailable': {
    status: 503,
    title: 'The store cannot be reached',
    detail: 'The store is busy or cannot be reached; try again in a moment.',
    retryAfter: 1,
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** Codes whose problems need say nothing of their own. */
export type PlainProblemCode = {
  [Code in ProblemCode]: (typeof problems)[Code] extends { readonly detail: string } ? Code : never;
}[ProblemCode];

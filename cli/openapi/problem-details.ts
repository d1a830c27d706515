import type { OperationName } from '../../shared/contract.ts';
import type { ParameterError, ProblemCode } from '../../shared/problem.ts';

/** What the service says with a problem; a test compares it with what it does say. */
interface Said {
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
}

const required = 'This parameter is required.';
const proof = {
  field: 'proof',
  code: 'missing',
  detail: 'Must hold at least one value, as proof[url] or proof[html].',
} as const;

/** What is wrong with the parameters in the example of an operation; `/details` has none. */
export const wrongParameters: Partial<Record<OperationName, ParameterError>> = {
  login: { field: 'password', code: 'missing', detail: required },
  refreshToken: { field: 'refresh_token', code: 'missing', detail: required },
  addConsent: proof,
  searchConsents: { field: 'perPage', code: 'out-of-range', detail: 'Must be at most 50.' },
  revokeConsent: proof,
  getNotices: {
    field: 'pid',
    code: 'malformed',
    detail: 'Must be a notice PID, a whole number from 1, or an array of notice PIDs.',
  },
};

/** An example of every problem. */
export const problemDetails: Readonly<Record<ProblemCode, Said>> = {
  'body.unreadable': { detail: 'The body is not valid JSON: look at line 1, column 8.' },
  'credentials.invalid': { detail: 'The email or the password is wrong.' },
  'token.missing': { detail: 'Send the header Authorization: Bearer and the access token that /login gives.' },
  'token.invalid': { detail: 'The access token is not one of this service; log in for a new one.' },
  'token.expired': { detail: 'The access token has expired; use the refresh token or log in again.' },
  'session.ended': { detail: 'The session of this access token has ended; log in again.' },
  'refresh-token.invalid': { detail: 'The refresh token is unknown, expired or already used; log in again.' },
  'account.consent-register-disabled': {
    detail: 'An operator must enable the consent register for this account first.',
  },
  'consent.not-found': { detail: 'The account has no consent with this id.' },
  'notice.not-found': {
    detail: 'The account has no notice with PID 999.',
    errors: [{ field: 'pid', code: 'unknown', detail: 'The account has no notice with this PID.' }],
  },
  'idempotency-key.reused': {
    detail: 'This Idempotency-Key was used for another request within 24 hours; make a new key for each new request.',
  },
  'body.too-large': { detail: 'A body may have at most 1048576 bytes.' },
  'consent.too-large': {
    detail: 'The proof and the userData do not fit a record of 400 KB, compressed; shorten the proof.',
  },
  'body.unsupported-media-type': {
    detail:
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8 and with no other charset, and name it in the Content-Type header.',
  },
  'parameters.invalid': {
    detail: 'One or more parameters are missing or not valid; `errors` lists each.',
  },
  'login.throttled': { detail: 'Wait for as many seconds as the Retry-After header says, then try again.' },
  'search.throttled': { detail: 'The searches of this account read too much; try again in the next minute.' },
  'service.fault': { detail: 'The service failed; if it goes on, tell its operator the requestId.' },
  'store.unavailable': { detail: 'The store is busy or cannot be reached; try again in a moment.' },
};

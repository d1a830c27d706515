import type { OperationName } from '../../shared/contract.ts';

/** Of each operation: a line, and what to know. */
export const operations: Readonly<Record<OperationName, { readonly summary: string; readonly description: string }>> = {
  login: {
    summary: 'Log in',
    description:
      'Gives an access token for an hour and a refresh token for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password have the same answer. Failed attempts are limited: log in once and keep the tokens.',
  },
  details: {
    summary: 'Check a token',
    description: 'Tells the user of the access token. There are no parameters; the body may be left out.',
  },
  refreshToken: {
    summary: 'Refresh a token',
    description: 'Gives a new token set for a refresh token, which works once. Keep the new one before you use it.',
  },
  addConsent: {
    summary: 'Record consents',
    description:
      "Records that a person agreed to a notice: by PID to the version that is current, by version id to that version, current or not. One of the two is needed. For an array of notices, also of one, the answer has `data` with a list; all of them are recorded, or none. With an `Idempotency-Key` it is safe to repeat. Beside what the caller says the service keeps what it saw itself, which is not in answers: its time, the user and session, the caller's address and user agent, the request id, and the SHA-256 of the content of the notice.",
  },
  searchConsents: {
    summary: 'Search consents',
    description:
      'Finds the consents for which every given value of userData is equal, whatever its case, white space and Unicode form; for `phone` and `mobile_phone` also without separators. A blank value beside others is left out; where all are blank the search is refused, unless it has an `id`. Newest first: by time, then by id. A page past the end is empty, its totals are right. A project or notice that the account does not have is an error.',
  },
  revokeConsent: {
    summary: 'Revoke a consent',
    description:
      'Records that a consent was withdrawn. A consent that was revoked before has the same answer with the time of the first revocation, whose proof stays.',
  },
  getNotices: {
    summary: 'Retrieve notices',
    description:
      'Gives the current versions of notices by PID. All PIDs that the account does not have are listed in the problem. `validityDays` is for the caller: it does not change what the other operations return.',
  },
};

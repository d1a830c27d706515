import type { PlainProblemCode, ProblemCode } from '../problem-catalogue.ts';

/**
 * What a problem means, as docs/contract.md says it (Problems): a name between backquotes may be that of a limit. And what to do,
 * where the catalogue's sentence does not say so.
 */
interface ProblemDescription {
  readonly meaning: string;
  readonly remedy?: string;
}

type Descriptions = Readonly<
  Record<PlainProblemCode, ProblemDescription> &
    Record<Exclude<ProblemCode, PlainProblemCode>, Required<ProblemDescription>>
>;

const described: Descriptions = {
  'body.unreadable': {
    meaning: 'the body cannot be read without repairing it',
    remedy: 'Send what `Content-Type` says, in UTF-8, with each name once. `detail` says what could not be read.',
  },
  'credentials.invalid': {
    meaning: 'wrong email or password, or a disabled user: all have one answer, and take the same work',
    remedy:
      'Check both; the operator knows whether the user is disabled. After a few failures you have to wait before the next attempt.',
  },
  'token.missing': { meaning: 'no access token' },
  'token.invalid': { meaning: 'an access token that is not one of this service' },
  'token.expired': { meaning: 'an access token after its time' },
  'session.ended': { meaning: 'an access token whose session is over' },
  'refresh-token.invalid': { meaning: 'a refresh token that cannot be used, whatever the reason' },
  'account.consent-register-disabled': { meaning: 'the account is not set up for the register' },
  'user.read-only': {
    meaning: 'a user who is a reader asks to record or revoke a consent',
    remedy:
      'Call with a user who is an editor, or ask the operator for that role. It counts from the next call on, with the same access token: what `scope` in the token says decides nothing.',
  },
  'consent.not-found': {
    meaning: 'a revocation, or the evidence, of an id that the account does not have',
    remedy: 'Take the `consentId` of the answer that recorded the consent, or search for the consent.',
  },
  'notice.not-found': {
    meaning: 'PIDs that the account does not have: all are listed, in `detail` and in `errors`',
    remedy: 'Ask for notices of your own account. Its operator knows their PIDs.',
  },
  'path.unknown': {
    meaning: 'a path that belongs to no operation',
    remedy: 'Compare the address with the paths that `detail` names. A slash at the end makes it another path.',
  },
  'method.not-allowed': { meaning: 'a method other than POST on the path of an operation' },
  'idempotency-key.reused': { meaning: 'an `Idempotency-Key` that belongs to another request' },
  'body.too-large': {
    meaning: 'a body of more than `bodyBytes`',
    remedy: 'Send a shorter proof: `bodyBytes` are the most that a body may have.',
  },
  'consent.too-large': {
    meaning: 'a consent or a proof that could not be stored or answered',
    remedy: 'Send a shorter proof, or shorter values. `detail` says which.',
  },
  'body.unsupported-media-type': { meaning: 'a body that is none of the three encodings' },
  'parameters.invalid': {
    meaning:
      'a parameter that is missing or wrong, or names a project or a notice that the account does not have, or a notice for which nothing new is recorded; `errors` lists each',
    remedy: 'Read `errors`: each entry names a parameter in `field`, and says in `detail` what to do about it.',
  },
  'login.throttled': { meaning: 'too many failed logins' },
  'search.throttled': { meaning: 'the searches of the account read too much' },
  'service.fault': { meaning: 'a fault of the service' },
  'store.unavailable': { meaning: 'the store is busy or down, or the call ran out of time' },
};

/** What is said of every problem beside the catalogue. */
export const problemDescriptions: Readonly<Record<ProblemCode, ProblemDescription>> = described;

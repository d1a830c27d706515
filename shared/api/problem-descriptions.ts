import { lifetimes, limits } from './limits.ts';
import type { ProblemCode } from './problem.ts';

interface ProblemDescription {
  /** When the service answers with the problem. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
}

/** The page about each problem. A name between backquotes may be that of a limit or a lifetime. */
export const problemDescriptions: Readonly<Record<ProblemCode, ProblemDescription>> = {
  'body.unreadable': {
    meaning:
      'the body cannot be read: malformed JSON or form data, text that is not UTF-8, a shape with two meanings, or too many values or levels',
    remedy:
      'Read `detail`: it says what is wrong. Send a body in the format that `Content-Type` names, in UTF-8. In JSON, send each name once.',
  },
  'credentials.invalid': {
    meaning: 'wrong email, wrong password or disabled user; all three get the same answer after the same work',
    remedy:
      'Check the email and the password. The operator knows if the user is disabled. After a few failures you must wait before you try again.',
  },
  'token.missing': {
    meaning: 'the request has neither an access token nor a key',
    remedy: 'Log in, or ask the operator for a key. Send either in the header `Authorization: Bearer ACCESS_TOKEN`.',
  },
  'token.invalid': {
    meaning: 'the service does not accept this access token or this key; a key of another stage is none of this one',
    remedy:
      'Log in to get a new access token. A key is `crk_` and 80 letters and digits: compare it with what the operator was shown.',
  },
  'token.expired': {
    meaning: 'the access token is older than its lifetime',
    remedy: 'Send the refresh token to `/refresh-token`, or log in again.',
  },
  'session.ended': {
    meaning: 'the session of the access token has ended, for example because the password changed',
    remedy: 'Log in again.',
  },
  'key.ended': {
    meaning: 'the key is one of this register, and was ended, has expired, or belongs to a disabled user',
    remedy: 'Ask the operator for another key, or to enable the user.',
  },
  'refresh-token.invalid': {
    meaning: 'the refresh token is unknown, expired or already used, or its session has ended',
    remedy: 'Log in again.',
  },
  'key.not-allowed': {
    meaning: 'a key calls `/logout` or `/password`, which only a login can',
    remedy: 'Call with an access token from `/login`. The operator ends a key with `user key end`.',
  },
  'address.not-allowed': {
    meaning:
      'the stage allows calls from some networks only, and this one comes from elsewhere; by default a stage allows all',
    remedy: 'Call from an allowed network, or ask the operator to allow yours.',
  },
  'account.consent-register-disabled': {
    meaning: 'the consent register is not enabled for the account',
    remedy: 'Ask the operator to enable it.',
  },
  'user.sender-only': {
    meaning:
      'a sender, or a key of that role, calls an operation other than `/consent-register/check`, `/details` and `/logout`, or `/consent-register/links` without `pid`',
    remedy:
      'Call with another user, or ask the operator to make this user a reader or an editor. The new role counts from the next call, with the same access token.',
  },
  'user.read-only': {
    meaning:
      'a reader, or a key of that role, tries to record or revoke a consent, or to make a link that lets somebody revoke',
    remedy:
      'Call with a user who is an editor, or ask the operator to make this user an editor. The new role counts from the next call, with the same access token. The `scope` in the token does not matter.',
  },
  'erasure-request.not-found': {
    meaning: 'the account has no request to erase consents with this id',
    remedy: 'Use the ids of `/consent-register/erasures/list`.',
  },
  'consent.not-found': {
    meaning: 'the account has no consent with this id',
    remedy: 'Use the `consentId` from the answer that recorded the consent, or search for the consent.',
  },
  'notice.not-found': {
    meaning:
      'the account has no notice with this PID, or no version with this id; `detail` and `errors` list every unknown PID',
    remedy: 'Use the PIDs and version ids of your own account. `/consent-register/notices/list` lists them.',
  },
  'key-file.not-found': {
    meaning: 'no key of the register is published yet',
    remedy: 'Ask again some minutes after its first document, or ask the operator for the key file.',
  },
  'operation.off': {
    meaning:
      'the operation belongs to an option of the stage that is off, such as `personLinks`; or the operator has ended the links that the account makes today',
    remedy: 'Ask the operator to turn the option on. Links can be made again on the day that `detail` names.',
  },
  'path.unknown': {
    meaning: 'no operation has this path',
    remedy: 'Compare the path with the paths in `detail`. A slash at the end makes it a different path.',
  },
  'method.not-allowed': {
    meaning: 'the path exists but does not accept this method: operations accept POST, problem pages GET',
    remedy: 'Send one of the methods in the `Allow` header.',
  },
  'idempotency-key.reused': {
    meaning: 'the `Idempotency-Key` belongs to another request of the account',
    remedy: 'Use a new key for each new request.',
  },
  'erasure-request.fixed': {
    meaning:
      'a user tries to withdraw a request to erase consents that another user made, or that an operator has taken up, done or refused',
    remedy:
      'Read its `state` and `userId` in `/consent-register/erasures/list`. Ask who made it, or ask the operator to refuse it. What was erased does not come back.',
  },
  'body.too-large': {
    meaning: 'the body has more than `bodyBytes`',
    remedy: 'Send a shorter proof. A body may have at most `bodyBytes`.',
  },
  'consent.too-large': {
    meaning: 'the consent or the proof is too large to store or to return',
    remedy: 'Send a shorter proof or shorter values. `detail` says which limit applies.',
  },
  'body.unsupported-media-type': {
    meaning: 'the body is not in one of the three formats, not in UTF-8, or it is compressed',
    remedy:
      'Send `application/x-www-form-urlencoded`, `multipart/form-data` or `application/json`, in UTF-8 and uncompressed. Name the type in the `Content-Type` header.',
  },
  'parameters.invalid': {
    meaning:
      'a parameter is missing or wrong, names a project or notice that the account does not have, or names a retired notice; `errors` lists each of them',
    remedy: 'Read `errors`. Each entry names a parameter in `field` and says in `detail` what to do.',
  },
  'login.throttled': {
    meaning: 'too many failed logins',
    remedy:
      'Wait for the number of seconds in the `Retry-After` header, then try again. Log in once and keep the tokens.',
  },
  'password.throttled': {
    meaning: 'the session has asked for a new password `passwordChangesPerHour` times in this hour',
    remedy: 'Sign in anew, or wait for the number of seconds in the `Retry-After` header.',
  },
  'search.throttled': {
    meaning:
      'the searches, lists, overviews and evidence documents of the account read `searchUnitsPerMinute` units of 4 KB in a minute',
    remedy:
      'Wait for the number of seconds in the `Retry-After` header. Search by a value that few consents share, such as an email: that reads about one unit for each consent on its page.',
  },
  'check.throttled': {
    meaning: 'the checks of the account read `checkUnitsPerMinute` units of 4 KB in a minute',
    remedy:
      'Wait for the number of seconds in the `Retry-After` header, then go on with the rest of the mailing. Check each person once, by a value that few consents share, such as an email.',
  },
  'account.throttled': {
    meaning:
      'the account read `noticeUnitsPerMinute` units of 4 KB for notices and projects in a minute, or `recordUnitsPerMinute` to record and revoke consents and ask for erasures, or wrote `recordWriteUnitsPerMinute` units of 1 KB',
    remedy:
      'Wait for the number of seconds in the `Retry-After` header. Keep the notices that you show instead of asking for them with each page. A proof that is a URL writes less than one that is a whole page.',
  },
  'erasure-request.throttled': {
    meaning: 'the user has made `erasureRequestsPerDay` requests to erase consents since midnight (UTC)',
    remedy:
      'Wait for the number of seconds in the `Retry-After` header, or ask the operator, who can erase without a request.',
  },
  'service.fault': {
    meaning: 'the service has a fault',
    remedy: 'Try again. If it fails again, give the `requestId` to the operator.',
  },
  'evidence.history-incomplete': {
    meaning:
      'the log has a revocation, an erasure or a version of the notice that the table of the register lacks or has otherwise: somebody has changed the table, so no document of the consent is signed',
    remedy:
      'Give `detail` to the operator: it names the leaf of the log. Do not rely on what else the register says of the consent until it is put right.',
  },
  'confirmation.throttled': {
    meaning:
      'the mailbox, or the account, got as many mails as it may: one to a mailbox about a notice in ten minutes, `mailsAboutNotice` on a day, `mailsToMailbox` on a day to a mailbox over all accounts, and `mailsOfAccount` on a day of an account',
    remedy:
      'Wait for the seconds in `Retry-After`. `detail` says which limit it is: if a mail about this notice came to the mailbox, its link works for seven days, unless an erasure ended it; if not, the person has none yet.',
  },
  'mail.not-configured': {
    meaning: 'the operator has set no address from which this stage sends mail',
    remedy:
      'Ask the operator to set the option `mailFrom`. Until then, send the link yourself and record with `/consent-register/add`.',
  },
  'mail.refused': {
    meaning:
      'Amazon SES did not accept the mail; nobody has its link, and the mail counts only if `Retry-After` is ten minutes',
    remedy:
      'Try again after the seconds in `Retry-After`. The operator’s command `doctor` says what is wrong with the sender.',
  },
  'mail.unsettled': {
    meaning: 'Amazon SES did not say in time whether it accepted the mail, or the register could not note that it did',
    remedy:
      'Tell the person to look for the mail and open its link. If none arrives, send the request again after the seconds in `Retry-After`.',
  },
  'store.unavailable': {
    meaning:
      'the database or another AWS service that the register needs is busy or cannot be reached, or the call ran out of time',
    remedy: 'Wait for the number of seconds in the `Retry-After` header, then try again.',
  },
};

const numbers: Readonly<Record<string, number>> = { ...limits, ...lifetimes };

/** Replaces the name of a limit or a lifetime between backquotes by its number. */
export const fillNumbers = (text: string): string =>
  text.replaceAll(/`(\w+)`/g, (quoted, name: string) => {
    const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
    return number === undefined ? quoted : `${number.toLocaleString('en')}${name.endsWith('Bytes') ? ' bytes' : ''}`;
  });

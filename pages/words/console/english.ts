import type { CallWords } from './console-calls-words-words.ts';

const misunderstood =
  'The page and the service do not understand each other: one of them may be newer. Reload the page. If this goes on, tell the operator.';
const signedOut = 'Your session has ended. Sign in again.';

export const english: CallWords = {
  waiting: 'Reading …',
  waitingLong: 'The service has not answered yet. Still waiting …',
  stop: 'Stop',
  stopped: 'You stopped before the service answered.',
  again: 'Try again',
  requestId: 'Request id',
  failed: 'Something went wrong in this page. Try again, or reload the page.',
  problems: {
    'body.unreadable': misunderstood,
    'body.unsupported-media-type': misunderstood,
    'method.not-allowed': misunderstood,
    'answer.unexpected': misunderstood,
    'path.unknown':
      'The service does not have what this page asks for: it may be older than the page. Tell the operator.',
    'credentials.invalid': 'The email or the password is wrong.',
    'token.missing': signedOut,
    'token.invalid': signedOut,
    'token.expired': signedOut,
    'session.ended': signedOut,
    'refresh-token.invalid': signedOut,
    'tokens.missing': signedOut,
    'account.consent-register-disabled':
      'Your account is not set up for the consent register. An operator can set it up.',
    'user.read-only': 'You may only read. An operator can make you an editor.',
    'consent.not-found': 'Your account has no consent with this id. Check the id. The consent may have been erased.',
    'notice.not-found': 'Your account has no such notice. Choose one from the list of notices.',
    'idempotency-key.reused': 'Something else was sent in the same step before. Reload the page and begin again.',
    'body.too-large': 'This is too long to be sent. Make the text shorter.',
    'consent.too-large': 'This is too long to be kept. Make the text shorter.',
    'parameters.invalid': 'The service does not accept what was entered. Correct it and try again.',
    'login.throttled': 'There were too many failed attempts. Wait, then try again.',
    'search.throttled': 'The searches of your account have read too much in this minute. Try again in a minute.',
    'service.fault': 'The service failed. Try again. If this goes on, tell the operator the request id.',
    'store.unavailable': 'The service is busy. Try again in a moment.',
    'connection.failed': 'The service cannot be reached. Check your network, then try again.',
    'connection.timeout': 'The service did not answer in time. Try again.',
  },
};

import type { CallWords } from './console-calls-words-words.ts';

const misunderstood =
  'Die Seite und der Dienst verstehen einander nicht: Eines von beiden ist vielleicht neuer. Laden Sie die Seite neu. Hält das an, sagen Sie es dem Betreiber.';
const signedOut = 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.';

export const german: CallWords = {
  waiting: 'Wird gelesen …',
  waitingLong: 'Der Dienst hat noch nicht geantwortet. Es wird weiter gewartet …',
  stop: 'Abbrechen',
  stopped: 'Sie haben abgebrochen, bevor der Dienst geantwortet hat.',
  again: 'Erneut versuchen',
  requestId: 'Id der Anfrage',
  failed: 'Auf dieser Seite ist etwas fehlgeschlagen. Versuchen Sie es erneut, oder laden Sie die Seite neu.',
  problems: {
    'body.unreadable': misunderstood,
    'body.unsupported-media-type': misunderstood,
    'method.not-allowed': misunderstood,
    'answer.unexpected': misunderstood,
    'path.unknown':
      'Der Dienst hat nicht, wonach diese Seite fragt: Er ist vielleicht älter als die Seite. Sagen Sie es dem Betreiber.',
    'credentials.invalid': 'E-Mail oder Passwort ist falsch.',
    'token.missing': signedOut,
    'token.invalid': signedOut,
    'token.expired': signedOut,
    'session.ended': signedOut,
    'refresh-token.invalid': signedOut,
    'tokens.missing': signedOut,
    'account.consent-register-disabled':
      'Ihr Konto ist für das Einwilligungsregister nicht eingerichtet. Ein Betreiber kann es einrichten.',
    'user.read-only': 'Sie dürfen lesen, aber nichts ändern. Ein Betreiber kann Ihnen das Recht dazu geben.',
    'consent.not-found':
      'Ihr Konto hat keine Einwilligung mit dieser Id. Prüfen Sie die Id. Die Einwilligung wurde vielleicht gelöscht.',
    'notice.not-found': 'Ihr Konto hat diesen Hinweis nicht. Wählen Sie einen aus der Liste.',
    'idempotency-key.reused':
      'Im selben Schritt wurde zuvor etwas anderes gesendet. Laden Sie die Seite neu, und beginnen Sie von vorn.',
    'body.too-large': 'Das ist zu lang, um gesendet zu werden. Kürzen Sie den Text.',
    'consent.too-large': 'Das ist zu lang, um aufbewahrt zu werden. Kürzen Sie den Text.',
    'parameters.invalid': 'Der Dienst nimmt die Eingabe nicht an. Berichtigen Sie sie, und versuchen Sie es erneut.',
    'login.throttled': 'Es gab zu viele Fehlversuche. Warten Sie, und versuchen Sie es dann erneut.',
    'search.throttled':
      'Die Suchen Ihres Kontos haben in dieser Minute zu viel gelesen. Versuchen Sie es in einer Minute erneut.',
    'service.fault':
      'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es erneut. Hält das an, nennen Sie dem Betreiber die Id der Anfrage.',
    'store.unavailable': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich erneut.',
    'connection.failed': 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihr Netz, und versuchen Sie es erneut.',
    'connection.timeout': 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.',
  },
};

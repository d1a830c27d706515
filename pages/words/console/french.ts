import type { CallWords } from './console-calls-words-words.ts';

const misunderstood =
  'La page et le service ne se comprennent pas : l’un des deux est peut-être plus récent. Rechargez la page. Si cela continue, avertissez l’exploitant.';
const signedOut = 'Votre session est terminée. Connectez-vous de nouveau.';

export const french: CallWords = {
  waiting: 'Lecture en cours …',
  waitingLong: 'Le service n’a pas encore répondu. L’attente continue …',
  stop: 'Arrêter',
  stopped: 'Vous avez arrêté avant la réponse du service.',
  again: 'Réessayer',
  requestId: 'Identifiant de la requête',
  failed: 'Un problème est survenu dans cette page. Réessayez, ou rechargez la page.',
  problems: {
    'body.unreadable': misunderstood,
    'body.unsupported-media-type': misunderstood,
    'method.not-allowed': misunderstood,
    'answer.unexpected': misunderstood,
    'path.unknown':
      'Le service n’a pas ce que cette page demande : il est peut-être plus ancien que la page. Avertissez l’exploitant.',
    'credentials.invalid': 'L’e-mail ou le mot de passe est incorrect.',
    'token.missing': signedOut,
    'token.invalid': signedOut,
    'token.expired': signedOut,
    'session.ended': signedOut,
    'refresh-token.invalid': signedOut,
    'tokens.missing': signedOut,
    'account.consent-register-disabled':
      'Votre compte n’est pas configuré pour le registre des consentements. Un exploitant peut le configurer.',
    'user.read-only': 'Vous pouvez lire, mais rien modifier. Un exploitant peut vous en donner le droit.',
    'consent.not-found':
      'Votre compte n’a aucun consentement avec cet id. Vérifiez l’id. Le consentement a peut-être été effacé.',
    'notice.not-found': 'Votre compte n’a pas cette notice. Choisissez-en une dans la liste.',
    'idempotency-key.reused': 'Autre chose a déjà été envoyé à la même étape. Rechargez la page et recommencez.',
    'body.too-large': 'C’est trop long pour être envoyé. Raccourcissez le texte.',
    'consent.too-large': 'C’est trop long pour être conservé. Raccourcissez le texte.',
    'parameters.invalid': 'Le service n’accepte pas ce qui a été saisi. Corrigez-le et réessayez.',
    'login.throttled': 'Il y a eu trop d’essais infructueux. Patientez, puis réessayez.',
    'search.throttled': 'Les recherches de votre compte ont trop lu pendant cette minute. Réessayez dans une minute.',
    'service.fault':
      'Le service a rencontré une erreur. Réessayez. Si cela continue, donnez l’id de la requête à l’exploitant.',
    'store.unavailable': 'Le service est occupé. Réessayez dans un instant.',
    'connection.failed': 'Le service est injoignable. Vérifiez votre réseau, puis réessayez.',
    'connection.timeout': 'Le service n’a pas répondu à temps. Réessayez.',
  },
};

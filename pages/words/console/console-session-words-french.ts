import type { SessionWords } from './console-session-words-words.ts';

export const french: SessionWords = {
  heading: 'Connexion',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  show: 'Afficher',
  hide: 'Masquer',
  keep: 'Rester connecté tant que cet onglet est ouvert, même si la page est rechargée',
  signIn: 'Se connecter',
  signingIn: 'Connexion en cours …',
  signOut: 'Se déconnecter',
  reader: 'lecture seule',
  wrong: 'L’e-mail ou le mot de passe est incorrect. Un utilisateur désactivé ne peut pas non plus se connecter.',
  throttled: 'Il y a eu trop d’essais de connexion infructueux.',
  wait: (time) => `Vous pourrez réessayer dans ${time}.`,
  waitOver: 'Vous pouvez réessayer maintenant.',
  why: {
    left: 'Vous êtes déconnecté.',
    idle: 'Vous avez été déconnecté après 15 minutes sans activité. Connectez-vous pour reprendre où vous étiez.',
    refused: 'Votre session est terminée. Connectez-vous pour reprendre où vous étiez.',
    copied:
      'Cet onglet est la copie d’un autre, où vous restez connecté. Connectez-vous ici aussi, ou continuez là-bas.',
  },
  idleHeading: 'Êtes-vous toujours là ?',
  idleWarning:
    'Rien ne s’est passé depuis un moment. Cette page montre des données à caractère personnel, elle se ferme donc d’elle-même.',
  idleRemaining: (time) => `Vous serez déconnecté dans ${time}.`,
  stay: 'Rester connecté',
};

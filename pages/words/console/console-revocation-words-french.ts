import type { RevocationWords } from './console-revocation-words-words.ts';

export const french: RevocationWords = {
  heading: 'Retirer un consentement',
  consequences: [
    'Dès ce moment, le consentement n’est plus en vigueur, et chaque recherche de vos sites le dit.',
    'Il reste dans le registre comme preuve, avec ce que vous écrivez ici. Ce qui a été fait avant reste licite.',
    'Rien ne peut être annulé dans le registre. Accepter de nouveau, c’est donner un nouveau consentement.',
  ],
  reason: 'Motif',
  reasonHint: 'Pourquoi le consentement est retiré, par exemple : demandé par e-mail le 20 novembre.',
  channel: 'Comment la personne l’a demandé',
  channelHint: 'Pour une lettre ou un appel, choisissez ce qui s’en approche le plus, et dites-le dans le motif.',
  choose: 'Choisir …',
  url: 'Adresse de la page (facultatif)',
  urlHint: 'Où la personne l’a demandé, si c’était sur une page. Elle commence par https:// ou http://.',
  request: 'Paroles de la personne (facultatif)',
  requestHint:
    'Le texte de son e-mail ou de son formulaire est conservé comme preuve. Le tout peut compter un million de lettres.',
  wrong: {
    'reason-missing': 'Écrivez un motif.',
    'channel-missing': 'Choisissez comment la personne l’a demandé.',
    'url-malformed': 'Ce n’est pas l’adresse d’une page. Elle commence par https:// ou http://.',
    'too-long': 'Le tout dépasse un million de lettres. Raccourcissez le texte.',
  },
  proceed: 'Continuer',
  back: 'Retour au consentement',
  confirm: 'Retirer ce consentement ?',
  final: 'Cela ne peut pas être annulé.',
  revoke: 'Retirer maintenant',
  change: 'Pas encore',
  sending: 'Retrait en cours …',
  stopped: 'On ne sait pas si le consentement a été retiré. Réessayez : il n’est retiré qu’une fois.',
  again: 'Réessayer',
  done: 'Le consentement est retiré',
  revokedAt: (time) => `Retiré le ${time}.`,
  holds: 'Il n’est plus en vigueur. Le document de preuve montre le retrait avec son motif.',
  notThis: 'Un autre retrait a précédé le vôtre. Le premier reste, avec son motif ; le vôtre n’a pas été enregistré.',
  toEvidence: 'Vers le consentement et sa preuve',
  already: (time) => `Ce consentement a été retiré le ${time}. Le premier retrait reste.`,
  erased: (time) =>
    `Les données à caractère personnel de ce consentement ont été effacées le ${time}. Il n’y a rien à retirer.`,
  readOnly:
    'Vous pouvez seulement lire. Un exploitant peut vous donner le droit de modifier. Si c’est déjà fait, déconnectez-vous et reconnectez-vous.',
};

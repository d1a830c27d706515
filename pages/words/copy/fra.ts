import type { CopyWords } from './eng.ts';

export const fra: CopyWords = {
  heading: 'Une copie pour cette personne',
  says: (count) =>
    `La copie contient chaque consentement qui a les valeurs choisies sur cette page (${count}) : ce que la personne a envoyé, les preuves, ce que le registre a observé, les textes et les droits de la personne. C’est un seul fichier ZIP. Les téléphones et les ordinateurs l’ouvrent : il contient une page à lire et à imprimer, et les mêmes données pour des programmes.`,
  whose: 'Assurez-vous de l’identité de la personne qui la demande. Il ne doit s’y trouver aucune donnée d’autrui.',
  areOne: 'Tous ces consentements sont de la même personne',
  confirmOne: 'Regardez de qui sont les consentements, et confirmez-le. Ou cherchez avec une valeur de plus.',
  lang: 'Langue de la page',
  letter: 'Votre propre texte en haut de la page',
  letterHint:
    'Ce que l’article 15 vous demande de dire et qu’aucune notice ne dit, par exemple les destinataires ou les transferts. Sans lui, la page dit que vous y répondez séparément.',
  make: 'Faire la copie',
  cancel: 'Ne pas la faire',
  progress: (read, all) => `Lus : ${read} sur ${all} …`,
  stop: 'Arrêter',
  stopped: 'Vous avez arrêté. Aucune copie n’a été faite.',
  again: 'Réessayer',
  incomplete: (read, all) =>
    `Aucune copie n’a été faite, car seuls ${read} consentements sur ${all} ont pu être lus. Ceux-ci n’ont pas pu l’être :`,
  altered: 'Le document reçu n’est pas celui qui a été signé. Réessayez, et dites-le à l’exploitant si cela se répète.',
  tooLarge:
    'Aucune copie n’a été faite : il y a pour cette personne plus qu’un navigateur ne peut contenir. Demandez la copie à l’exploitant, qui la fait avec la commande person export.',
  nothing: 'Aucune copie n’a été faite : il n’y a plus de consentement avec ces valeurs.',
  done: (count) => `La copie est complète. Consentements qu’elle contient : ${count}.`,
  save: 'Enregistrer la copie',
  saved: 'Le navigateur l’a enregistrée sous le nom',
  check:
    'Ouvrez-la avant de la remettre : tout doit y concerner cette personne. Remettez-la de façon confidentielle, puis supprimez-la.',
  hash: 'SHA-256 de son data.json, à garder avec la demande',
  further:
    'D’autres consentements ont une valeur en commun avec cette personne, mais pas toutes celles que vous avez choisies :',
  atLeast: (count) => `au moins ${count}`,
  furtherDo: 'Regardez de qui ils sont. S’ils sont de la même personne, faites aussi une copie avec cette valeur.',
  notLooked:
    'On n’a pas pu vérifier si d’autres consentements ont une valeur en commun avec cette personne. Cherchez vous-même avec ses autres valeurs.',
  close: 'Fermer',
  throwAway: 'Fermer sans enregistrer',
  unsaved: 'La copie n’est pas enregistrée. Enregistrez-la, ou fermez encore une fois pour l’abandonner.',
};

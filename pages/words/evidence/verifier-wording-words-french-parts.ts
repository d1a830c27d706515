import type { HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import { frenchWriting } from './verifier-wording-words-french-writing.ts';

const { number, time: write } = frenchWriting;

export const frenchMarkup: MarkupWords = {
  looks: (name) => `Comment cela se présentait : ${name}`,
  source: (name) => `Comment c’est écrit : ${name}`,
  asWritten: 'Comment c’est écrit',
  leftOut: (list) =>
    list === ''
      ? 'Rien n’a été retiré. Les champs ne peuvent pas être utilisés.'
      : `Pour que rien ne s’exécute ni ne se charge, ceci a été retiré : ${list}. Les champs ne peuvent pas être utilisés.`,
  tooLong: 'C’est trop long ou trop imbriqué pour être montré comme cela se présentait.',
};

export const frenchParts: PartWords = {
  given: 'Qui, quand et comment',
  said: 'Ce que le site a déclaré',
  saidRemark: 'Le registre le conserve tel qu’il est arrivé. Il ne peut pas savoir si c’est vrai.',
  person: 'Sur la personne',
  observed: 'Ce que le registre a observé',
  observedRemark:
    'Le registre l’a noté à l’arrivée de l’appel. L’adresse et le programme sont ceux de l’appelant. C’est souvent le serveur du site. Les noms sont ceux au moment de l’émission.',
  origin: 'D’où il vient',
  importRemark:
    'Le consentement a été importé. Le registre n’était pas là lorsqu’il a été donné et n’en a rien observé.',
  elsewhere: 'Ce qu’un autre registre a observé, selon le fichier',
  elsewhereRevoked: 'La même chose pour le retrait',
  text: 'Le texte auquel la personne a consenti',
  textOfImport: 'Le texte que l’importation a indiqué',
  ofText: 'Ce que l’on sait de ce texte',
  otherText: 'Le texte n’est pas celui auquel la personne a consenti : son empreinte est différente.',
  proof: 'La preuve',
  proofRemark: 'Telle que le site l’a fournie. Les caractères que personne ne voit sont écrits \\u{…}.',
  revocation: 'Le retrait',
  proofOfRevocation: 'La preuve du retrait',
  timeline: 'Ce qui s’est passé',
  erasure: 'L’effacement',
  erasedOn: (time) =>
    `Les données à caractère personnel du consentement ont été effacées le ${write(time)} UTC : les données de la personne, les preuves, les adresses et les programmes. Ce qui reste montre qu’il y a eu un consentement et comment il a pris fin.`,
};

export const frenchTexts: TextWords = {
  theText: 'le texte',
  source: 'Le texte comme il est écrit',
  none: 'Il n’y a pas de texte dans cette langue.',
  in: 'En',
  others: 'La même version dans d’autres langues',
  folded: (name, characters) => `${name} (${number(characters)} caractères)`,
};

export const frenchHistory: HistoryWords = {
  heading: 'Versions de la notice',
  columns: {
    version: 'Version',
    published: 'Publiée (UTC)',
    by: 'Par',
    until: 'Actuelle jusqu’au',
    askAgain: 'Redemande le consentement',
  },
  agreedTo: (version) => `${version} (celle du consentement)`,
  current: 'actuelle lors de la délivrance',
};

export const frenchQuestion: QuestionWords = {
  heading: 'Si le consentement était en vigueur',
  label: 'À un autre moment (UTC), par exemple 2026-11-22 ou 2026-11-22T14:30',
  rule: 'Ce doit être un mois, un jour ou une heure en UTC, par exemple 2026-11, 2026-11-22 ou 2026-11-22T14:30.',
  remark: (issuedAt) =>
    `« À présent » est le moment où le document a été délivré : le ${write(issuedAt)} UTC. Le document ne sait pas ce qui s’est passé ensuite. Toutes les heures sont en UTC.`,
};

import type { HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import { italianWriting } from './verifier-wording-words-italian-writing.ts';

const { number, time: write } = italianWriting;

export const italianMarkup: MarkupWords = {
  looks: (name) => `Come appariva: ${name}`,
  source: (name) => `Come è scritto: ${name}`,
  asWritten: 'Come è scritto',
  leftOut: (list) =>
    list === ''
      ? 'Non è stato tolto nulla. I campi non si possono usare.'
      : `Perché nulla venga eseguito o caricato, è stato tolto: ${list}. I campi non si possono usare.`,
  tooLong: 'È troppo lungo o troppo annidato per essere mostrato come appariva.',
};

export const italianParts: PartWords = {
  given: 'Chi, quando e come',
  said: 'Che cosa ha dichiarato il sito',
  saidRemark: 'Il registro lo conserva come è arrivato. Non può sapere se sia vero.',
  person: 'Sulla persona',
  observed: 'Che cosa ha osservato il registro',
  observedRemark:
    'Il registro lo ha annotato quando è arrivata la chiamata. Indirizzo e programma sono quelli di chi ha chiamato. Spesso è il server del sito. I nomi sono quelli al momento del rilascio.',
  origin: 'Da dove proviene',
  importRemark:
    'Il consenso è stato importato. Il registro non era presente quando è stato dato e non ne ha osservato nulla.',
  elsewhere: 'Che cosa ha osservato un altro registro, secondo il file',
  elsewhereRevoked: 'Lo stesso per la revoca',
  text: 'Il testo al quale la persona ha acconsentito',
  textOfImport: 'Il testo indicato dall’importazione',
  ofText: 'Che cosa si sa di questo testo',
  otherText: 'Il testo non è quello al quale la persona ha acconsentito: il suo hash è diverso.',
  proof: 'La prova',
  proofRemark: 'Come l’ha fornita il sito. I caratteri che nessuno vede sono scritti come \\u{…}.',
  revocation: 'La revoca',
  proofOfRevocation: 'La prova della revoca',
  timeline: 'Che cosa è avvenuto',
  erasure: 'La cancellazione',
  erasedOn: (time) =>
    `I dati personali del consenso sono stati cancellati (${write(time)} UTC): i dati della persona, le prove, gli indirizzi e i programmi. Ciò che resta mostra che c’è stato un consenso e come è finito.`,
};

export const italianTexts: TextWords = {
  theText: 'il testo',
  source: 'Il testo come è scritto',
  none: 'Non c’è un testo in questa lingua.',
  in: 'In',
  others: 'La stessa versione in altre lingue',
  folded: (name, characters) => `${name} (${number(characters)} caratteri)`,
};

export const italianHistory: HistoryWords = {
  heading: 'Versioni dell’informativa',
  columns: {
    version: 'Versione',
    published: 'Pubblicata (UTC)',
    by: 'Da',
    until: 'Corrente fino a',
    askAgain: 'Chiede di nuovo il consenso',
  },
  agreedTo: (version) => `${version} (quella del consenso)`,
  current: 'corrente al momento del rilascio',
};

export const italianQuestion: QuestionWords = {
  heading: 'Se il consenso era in vigore',
  label: 'In un altro momento (UTC), per esempio 2026-11-22 o 2026-11-22T14:30',
  rule: 'Deve essere un mese, un giorno o un’ora in UTC, per esempio 2026-11, 2026-11-22 o 2026-11-22T14:30.',
  remark: (issuedAt) =>
    `«Ora» è il momento in cui il documento è stato rilasciato: ${write(issuedAt)} UTC. Il documento non sa che cosa è avvenuto dopo. Tutti gli orari sono in UTC.`,
};

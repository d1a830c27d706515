import type { HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import { spanishWriting } from './verifier-wording-words-spanish-writing.ts';

const { number, time: write } = spanishWriting;

export const spanishMarkup: MarkupWords = {
  looks: (name) => `Cómo se veía: ${name}`,
  source: (name) => `Cómo está escrito: ${name}`,
  asWritten: 'Cómo está escrito',
  leftOut: (list) =>
    list === ''
      ? 'No se ha quitado nada. Los campos no se pueden usar.'
      : `Para que nada se ejecute ni se cargue, se ha quitado: ${list}. Los campos no se pueden usar.`,
  tooLong: 'Es demasiado largo o está demasiado anidado para mostrarlo como se veía.',
};

export const spanishParts: PartWords = {
  given: 'Quién, cuándo y cómo',
  said: 'Qué declaró el sitio',
  saidRemark: 'El registro lo conserva tal como llegó. No puede saber si es cierto.',
  person: 'Sobre la persona',
  observed: 'Qué observó el registro',
  observedRemark:
    'El registro lo anotó cuando llegó la llamada. La dirección y el programa son los de quien llamó. A menudo es el servidor del sitio. Los nombres son los del momento de la emisión.',
  origin: 'De dónde procede',
  importRemark: 'El consentimiento se importó. El registro no estaba presente cuando se dio y no observó nada de él.',
  elsewhere: 'Qué observó otro registro, según el archivo',
  elsewhereRevoked: 'Lo mismo sobre la retirada',
  text: 'El texto al que se dio el consentimiento',
  textOfImport: 'El texto que indicó la importación',
  ofText: 'Qué se sabe de este texto',
  otherText: 'El texto no es aquel al que se dio el consentimiento: su huella es otra.',
  proof: 'La prueba',
  proofRemark: 'Tal como la aportó el sitio. Los caracteres que nadie ve se escriben como \\u{…}.',
  revocation: 'La retirada',
  proofOfRevocation: 'La prueba de la retirada',
  timeline: 'Qué ocurrió',
  erasure: 'La supresión',
  erasedOn: (time) =>
    `Los datos personales del consentimiento se suprimieron el ${write(time)} UTC: los datos de la persona, las pruebas, las direcciones y los programas. Lo que queda muestra que hubo un consentimiento y cómo terminó.`,
};

export const spanishTexts: TextWords = {
  theText: 'el texto',
  source: 'Cómo está escrito el texto',
  none: 'No hay texto en este idioma.',
  in: 'En',
  others: 'La misma versión en otros idiomas',
  folded: (name, characters) => `${name} (${number(characters)} caracteres)`,
};

export const spanishHistory: HistoryWords = {
  heading: 'Versiones del aviso',
  columns: {
    version: 'Versión',
    published: 'Publicada (UTC)',
    by: 'Por',
    until: 'Actual hasta',
    askAgain: 'Vuelve a pedir el consentimiento',
  },
  agreedTo: (version) => `${version} (la del consentimiento)`,
  current: 'actual en el momento de la expedición',
};

export const spanishQuestion: QuestionWords = {
  heading: 'Si el consentimiento estaba en vigor',
  label: 'En otro momento (UTC), por ejemplo 2026-11-22 o 2026-11-22T14:30',
  rule: 'Debe ser un mes, un día o una hora en UTC, por ejemplo 2026-11, 2026-11-22 o 2026-11-22T14:30.',
  remark: (issuedAt) =>
    `«Ahora» es el momento en que se expidió el documento: ${write(issuedAt)} UTC. El documento no sabe qué ocurrió después. Todas las horas son UTC.`,
};

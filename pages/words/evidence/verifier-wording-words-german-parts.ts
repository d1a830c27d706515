import type { HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import { germanWriting } from './verifier-wording-words-german-writing.ts';

const { number, time: write } = germanWriting;

export const germanMarkup: MarkupWords = {
  looks: (name) => `So sah es aus: ${name}`,
  source: (name) => `So ist es geschrieben: ${name}`,
  asWritten: 'So ist es geschrieben',
  leftOut: (list) =>
    list === ''
      ? 'Nichts wurde weggelassen. Felder lassen sich nicht benutzen.'
      : `Damit nichts ausgeführt oder geladen wird, wurde weggelassen: ${list}. Felder lassen sich nicht benutzen.`,
  tooLong: 'Es ist zu lang oder zu tief verschachtelt, um gezeigt zu werden, wie es aussah.',
};

export const germanParts: PartWords = {
  given: 'Wer, wann und wie',
  said: 'Was die Website angegeben hat',
  saidRemark: 'Das Register bewahrt es auf, wie es kam. Es kann nicht wissen, ob es so ist.',
  person: 'Zur Person',
  observed: 'Was das Register beobachtet hat',
  observedRemark:
    'Das Register hat das festgehalten, als der Aufruf kam. Adresse und Programm sind die des Absenders. Oft ist das der Server der Website. Namen sind die zur Zeit der Ausstellung.',
  origin: 'Woher sie kommt',
  importRemark:
    'Die Einwilligung wurde übernommen. Das Register war nicht dabei, als sie erteilt wurde, und hat nichts davon beobachtet.',
  elsewhere: 'Was ein anderes Register beobachtet hat, wie die Datei sagt',
  elsewhereRevoked: 'Dasselbe zum Widerruf',
  text: 'Der Text, in den eingewilligt wurde',
  textOfImport: 'Der Text, den die Übernahme angegeben hat',
  ofText: 'Was über diesen Text bekannt ist',
  otherText: 'Der Text ist nicht der, in den eingewilligt wurde: Sein Hash ist ein anderer.',
  proof: 'Der Nachweis',
  proofRemark: 'Wie ihn die Website gesendet hat. Zeichen, die niemand sieht, sind als \\u{…} geschrieben.',
  revocation: 'Der Widerruf',
  proofOfRevocation: 'Nachweis des Widerrufs',
  timeline: 'Was geschehen ist',
  erasure: 'Die Löschung',
  erasedOn: (time) =>
    `Die personenbezogenen Daten der Einwilligung wurden am ${write(time)} UTC gelöscht: die Daten der Person, die Nachweise, Adressen und Programme. Was übrig ist, zeigt, dass es eine Einwilligung gab und wie sie endete.`,
};

export const germanTexts: TextWords = {
  theText: 'der Text',
  source: 'So ist der Text geschrieben',
  none: 'Es gibt keinen Text in dieser Sprache.',
  in: 'Auf',
  others: 'Dieselbe Fassung in anderen Sprachen',
  folded: (name, characters) => `${name} (${number(characters)} Zeichen)`,
};

export const germanHistory: HistoryWords = {
  heading: 'Fassungen des Hinweises',
  columns: {
    version: 'Fassung',
    published: 'Veröffentlicht (UTC)',
    by: 'Von',
    until: 'Aktuell bis',
    askAgain: 'Verlangt eine neue Einwilligung',
  },
  agreedTo: (version) => `${version} (die der Einwilligung)`,
  current: 'aktuell bei der Ausstellung',
};

export const germanQuestion: QuestionWords = {
  heading: 'Ob die Einwilligung in Kraft war',
  label: 'Zu einer anderen Zeit (UTC), etwa 2026-11-22 oder 2026-11-22T14:30',
  rule: 'Es muss ein Monat, ein Tag oder eine Zeit in UTC sein, etwa 2026-11, 2026-11-22 oder 2026-11-22T14:30.',
  remark: (issuedAt) =>
    `„Jetzt“ ist der Zeitpunkt, zu dem das Dokument ausgestellt wurde: ${write(issuedAt)} UTC. Was danach geschah, weiß das Dokument nicht. Alle Zeiten sind in UTC angegeben.`,
};

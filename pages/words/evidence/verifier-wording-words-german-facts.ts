import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import { germanWriting } from './verifier-wording-words-german-writing.ts';

const { days, time: write } = germanWriting;

export const germanFacts: FactWords = {
  names: {
    consent: 'Einwilligung',
    account: 'Konto',
    project: 'Projekt',
    notice: 'Hinweis',
    channel: 'Kanal',
    language: 'Sprache',
    noticeNamedBy: 'Hinweis angegeben durch',
    time: 'Zeit',
    user: 'Benutzer',
    address: 'Internetadresse',
    program: 'Programm',
    session: 'Sitzung',
    request: 'Anfrage',
    source: 'Quelle',
    line: 'Zeile',
    imported: 'übernommen',
    given: 'erteilt',
  },
  notice: ({ name, version, pid }) => `${name}, Fassung ${version} (PID ${pid})`,
  nothingThere: 'Es gibt nichts.',
  erasedOn: (time) => `Gelöscht am ${write(time)} UTC.`,
  namings: {
    version: 'die Id der Fassung',
    pid: 'seine PID, die für die damals aktuelle Fassung steht',
  },
  notKnown: 'nicht bekannt',
  unknownChannel: 'unbekannt',
  erased: 'gelöscht',
  noProgram: 'es wurde keines gesendet',
  userGone: 'nicht mehr vorhanden',
  time: (time) => `${write(time)} UTC`,
  importedBy: (time, by) => `${write(time)} UTC von ${by}`,
  givenInFile: (time) => `${write(time)} UTC, wie die übernommene Datei sagt`,
};

export const germanNotice: NoticeWords = {
  names: {
    version: 'Fassung',
    published: 'veröffentlicht',
    notCurrent: 'nicht aktuell',
    languages: 'Sprachen',
    hash: 'SHA-256',
    check: 'Prüfung',
    hashOfVersion: 'SHA-256 der Fassung',
    hashNow: 'SHA-256 des heutigen Textes',
  },
  version: (version, id) => `${version}, Id ${id}`,
  published: ({ at, by, until }) =>
    `${write(at)} UTC von ${by}; ${until === null ? 'sie war die aktuelle, als dies ausgestellt wurde' : `sie war die aktuelle bis zum ${write(until)}`}`,
  notCurrent: 'sie war nicht die aktuelle Fassung, als die Einwilligung erteilt wurde',
  noHash: 'keiner',
  checks: {
    gone: 'NICHT PRÜFBAR: Der Text ist nicht mehr da',
    same: 'der Text ist der, in den eingewilligt wurde: sein SHA-256 ist derselbe',
    sameAsImported:
      'der Text ist der, den die Übernahme angegeben hat: sein SHA-256 ist derselbe. Dass die Person in diesen Text eingewilligt hat, sagt die übernommene Datei',
    publishedLater:
      'DER TEXT WURDE ERST NACH DER EINWILLIGUNG VERÖFFENTLICHT. Die Übernahme hat ihn angegeben; was die Person gelesen hat, ist nicht bekannt',
    other: 'DER TEXT IST NICHT DER, IN DEN EINGEWILLIGT WURDE: sein SHA-256 ist ein anderer',
  },
  gone: 'Der Text ist nicht mehr da: Die Tabelle ist beschädigt. Stellen Sie sie aus einer Sicherung wieder her. Um eine Kopie des Textes zu prüfen, vergleichen Sie deren SHA-256 mit dem des Hinweises.',
  missing: (lang, has) =>
    `Die Fassung hat keinen Text in der Sprache, die die Website angegeben hat: ${lang}. Sie hat Texte in: ${has}. Was die Person gelesen hat, ist nicht bekannt.`,
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'stillschweigende Einwilligung',
  ExpressedConsent: 'erklärte Einwilligung',
  ExplicitlyExpressedConsent: 'ausdrückliche Einwilligung',
};

export const germanTerms: TermWords = {
  names: {
    validity: 'Gültigkeit',
    askAgain: 'verlangt eine neue Einwilligung',
    retention: 'aufbewahrt',
    controller: 'Verantwortlicher',
    purpose: 'Zweck',
    recipient: 'Empfänger',
    personalData: 'personenbezogene Daten',
    processing: 'Verarbeitung',
    dataSource: 'Herkunft der Daten',
    storageLocation: 'Ort der Speicherung',
    storagePeriod: 'Dauer der Speicherung',
    processingLocation: 'Ort der Verarbeitung',
    jurisdiction: 'anwendbares Recht',
    lawfulBasis: 'Rechtsgrundlage',
    consentType: 'Art der Einwilligung',
    withdrawal: 'Widerruf',
    right: 'Recht',
    authority: 'Aufsichtsbehörde',
  },
  noLimit: 'unbegrenzt',
  validity: days,
  retention: (count) => `${days(count)} nach ihrem Ende`,
  yes: 'ja',
  no: 'nein',
  flags: { optional: 'freiwillig', sensitive: 'sensibel', special: 'besondere Kategorie' },
  article: ({ number, paragraph, letter }) =>
    `Artikel ${number}${paragraph === undefined ? '' : ` Absatz ${paragraph}`}${letter === undefined ? '' : ` Buchstabe ${letter}`} DSGVO`,
  consentType: (type) => (Object.hasOwn(consentTypes, type) ? `${consentTypes[type]} (${type})` : type),
};

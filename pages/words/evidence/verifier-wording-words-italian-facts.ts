import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import { italianWriting } from './verifier-wording-words-italian-writing.ts';

const { days, time: write } = italianWriting;

export const italianFacts: FactWords = {
  names: {
    consent: 'consenso',
    account: 'account',
    project: 'progetto',
    notice: 'informativa',
    channel: 'canale',
    language: 'lingua',
    noticeNamedBy: 'informativa indicata con',
    time: 'ora',
    user: 'utente',
    address: 'indirizzo internet',
    program: 'programma',
    session: 'sessione',
    request: 'richiesta',
    source: 'origine',
    line: 'riga',
    imported: 'importato',
    given: 'dato',
  },
  notice: ({ name, version, pid }) => `${name}, versione ${version} (PID ${pid})`,
  nothingThere: 'Non c’è nulla.',
  erasedOn: (time) => `Cancellazione: ${write(time)} UTC.`,
  namings: {
    version: 'l’id della versione',
    pid: 'il suo PID, che vale per la versione allora corrente',
  },
  notKnown: 'non si sa come',
  unknownChannel: 'sconosciuto',
  erased: 'cancellato',
  noProgram: 'non ne è stato inviato nessuno',
  userGone: 'non esiste più',
  time: (time) => `${write(time)} UTC`,
  importedBy: (time, by) => `${write(time)} UTC, da ${by}`,
  givenInFile: (time) => `${write(time)} UTC, come dice il file importato`,
};

export const italianNotice: NoticeWords = {
  names: {
    version: 'versione',
    published: 'pubblicata',
    notCurrent: 'non corrente',
    languages: 'lingue',
    hash: 'SHA-256',
    check: 'verifica',
    hashOfVersion: 'SHA-256 della versione',
    hashNow: 'SHA-256 del testo attuale',
  },
  version: (version, id) => `${version}, id ${id}`,
  published: ({ at, by, until }) =>
    `${write(at)} UTC da ${by}; ${until === null ? 'era quella corrente quando questo è stato rilasciato' : `è stata quella corrente fino a: ${write(until)}`}`,
  notCurrent: 'non era la versione corrente quando è stato dato il consenso',
  noHash: 'nessuno',
  checks: {
    gone: 'NON VERIFICABILE: il testo non c’è più',
    same: 'il testo è quello al quale la persona ha acconsentito: il suo SHA-256 è lo stesso',
    sameAsImported:
      'il testo è quello indicato dall’importazione: il suo SHA-256 è lo stesso. Che la persona abbia acconsentito a questo testo lo dice il file importato',
    publishedLater:
      'IL TESTO È STATO PUBBLICATO DOPO CHE IL CONSENSO È STATO DATO. Lo ha indicato l’importazione; che cosa abbia letto la persona non si sa',
    other: 'IL TESTO NON È QUELLO AL QUALE LA PERSONA HA ACCONSENTITO: il suo SHA-256 è diverso',
  },
  gone: 'Il testo non c’è più: la tabella è danneggiata. Va ripristinata da una copia di sicurezza. Per verificare una copia del testo, ne confronti lo SHA-256 con quello dell’informativa.',
  missing: (lang, has) =>
    `La versione non ha un testo nella lingua indicata dal sito: ${lang}. Ha testi in: ${has}. Non si sa che cosa abbia letto la persona.`,
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consenso implicito',
  ExpressedConsent: 'consenso espresso',
  ExplicitlyExpressedConsent: 'consenso esplicito',
};

export const italianTerms: TermWords = {
  names: {
    validity: 'validità',
    askAgain: 'chiede di nuovo il consenso',
    retention: 'conservato per',
    controller: 'titolare del trattamento',
    purpose: 'finalità',
    recipient: 'destinatario',
    personalData: 'dati personali',
    processing: 'trattamento',
    dataSource: 'origine dei dati',
    storageLocation: 'luogo di conservazione',
    storagePeriod: 'periodo di conservazione',
    processingLocation: 'luogo del trattamento',
    jurisdiction: 'diritto applicabile',
    lawfulBasis: 'base giuridica',
    consentType: 'tipo di consenso',
    withdrawal: 'revoca',
    right: 'diritto',
    authority: 'autorità di controllo',
  },
  noLimit: 'senza limite',
  validity: days,
  retention: (count) => `${days(count)} dopo la sua fine`,
  yes: 'sì',
  no: 'no',
  flags: { optional: 'facoltativi', sensitive: 'sensibili', special: 'categoria particolare' },
  article: ({ number, paragraph, letter }) =>
    `articolo ${number}${paragraph === undefined ? '' : `, paragrafo ${paragraph}`}${letter === undefined ? '' : `, lettera ${letter})`} del GDPR`,
  consentType: (type) => (Object.hasOwn(consentTypes, type) ? `${consentTypes[type]} (${type})` : type),
};

import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { CheckName } from '../../../verifier/verification.ts';
import { newItalianSince } from '../checks/ita.ts';
import type { EvidenceWords } from './eng.ts';
import type { NamedSpan, Standing } from './intl-writing.ts';
import { capitalise, newWriting } from './intl-writing.ts';
import { readerRegion } from './zoned-time.ts';

const italianWriting = newWriting(readerRegion('it'), {
  days: (count, written) => (count === 1 ? '1 giorno' : `${written} giorni`),
  operator: (by) => `gestore (${by})`,
  channels: {
    web: 'su un sito web',
    'web.form': 'con un modulo su un sito web',
    'web.social.login': 'con l’accesso tramite un social network',
    email: 'per e-mail',
    'app.form': 'con un modulo in un’app',
  },
  received: {
    telephone: 'per telefono',
    letter: 'per lettera',
    'in-person': 'di persona',
    fax: 'per fax',
    other: 'in altro modo',
  },
  orOtherwise: '(o in altro modo: la prova è cancellata)',
  noted: (how, by) => (by === null ? `${how}, come annotato` : `${how}, come ha annotato ${by}`),
  notedInFile: (how) => `${how}, secondo il file importato`,
  user: (id) => `l’utente ${id}`,
});

const { days, operator, time: write, moment, isUtc, clock, span: writeSpan, how, number } = italianWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'in vigore',
  ended: 'non in vigore',
  none: 'non ancora dato',
};

/** Before the eighth and the eleventh the article loses its vowel. */
const isElided = (date: string): boolean => /^(8|11) /.test(date);

const on = (date: string): string => (isElided(date) ? `l’${date}` : `il ${date}`);
const since = (date: string): string => (isElided(date) ? `dall’${date}` : `dal ${date}`);

const onSpan = (span: NamedSpan): string =>
  span.precision === 'month' ? `nel mese di ${writeSpan(span)}` : on(writeSpan(span));

const noted = (time: string | null): string => (time === null ? '' : ` ${on(write(time))}`);

const by = (arrival: Arrival | null): string => (arrival === null ? 'per un canale sconosciuto' : how(arrival));

const whileOpen = (isOpen: boolean): string => (isOpen ? ', per quanto si sa ora' : '');

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consenso implicito',
  ExpressedConsent: 'consenso espresso',
  ExplicitlyExpressedConsent: 'consenso esplicito',
};

const names: Readonly<Record<CheckName, string>> = {
  json: 'formato del file',
  canonical: 'scrittura canonica',
  document: 'documento',
  header: 'intestazione',
  signature: 'firma',
  contents: 'contenuti',
  text: 'testo dell’informativa',
  language: 'lingua del testo',
  versions: 'versioni dell’informativa',
  events: 'eventi',
  signer: 'firmatario',
  'key-times': 'periodo d’uso della chiave',
  log: 'registro a prova di modifica',
  'log-missing': 'non provato dal registro',
  'log-checkpoint': 'punto di controllo',
  'log-key': 'chiave del registro',
  'log-late': 'entrato tardi nel registro',
  'log-kept': 'punto di controllo conservato',
};

export const italian: EvidenceWords = {
  writing: italianWriting,
  state: {
    heads: {
      none: 'Non ancora dato',
      active: 'In vigore',
      revoked: 'Revocato',
      expired: 'Scaduto',
      superseded: 'Sostituito',
      erased: 'Cancellato',
    },
    next: 'poi',
    headAt: (span, head) => `${capitalise(onSpan(span))}: ${head}`,
    headNow: (head) => `Ora: ${head}`,
    causes: {
      none: (given) => `è stato dato${noted(given)}`,
      active: (given) => `dato${noted(given)}`,
      revoked: (time, arrival) => `revocato${noted(time)} ${by(arrival)}`,
      expired: (time, said) =>
        `${said.isToCome ? 'scade' : 'scaduto'}${noted(time)} (${days(said.days)} dopo che è stato dato)`,
      superseded: (time, version) =>
        `sostituito${time === null ? '' : ` ${since(write(time))}`}: la versione ${version ?? '?'} dell’informativa chiede di nuovo il consenso`,
      erased: (time) => `cancellato${noted(time)}`,
    },
    afterwards: (ending, later) => `${ending}; poi ${later}`,
    now: ({ given, cause, isBeside }) => {
      const says = cause === null ? `in vigore ${since(write(given))}.` : `non in vigore: ${cause}.`;
      return isBeside ? `Ora: ${says}` : capitalise(says);
    },
    at: ({ span, standing, cause, isOpen }) =>
      `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
    during: ({ span, phases, isOpen }) =>
      `${capitalise(onSpan(span))} è cambiato${whileOpen(isOpen)}: ${phases.join('; ')}.`,
    firstPhase: (standing, cause) => `all’inizio ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    laterPhase: (standing, { time, isClock }, cause) =>
      `${standings[standing]} ${isClock ? `dalle ${clock(time)}` : since(write(time))}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Nulla lo fa cessare, salvo la revoca.',
    expires: (time, validity) =>
      `Scade ${on(write(time))}, ${days(validity)} dopo che è stato dato, se non è revocato prima.`,
  },
  timeline: {
    published: (version) => `È stata pubblicata la versione ${version} dell’informativa.`,
    publishedAskingAgain: (version) =>
      `È stata pubblicata la versione ${version} dell’informativa: chiede di nuovo il consenso a tutti.`,
    publishedAskingNobody: (version) =>
      `È stata pubblicata la versione ${version} dell’informativa: non chiede di nuovo il consenso a nessuno, perciò questo consenso è rimasto com’era.`,
    given: (version, arrival) => `Il consenso alla versione ${version} dell’informativa è stato dato ${how(arrival)}.`,
    expires: (version, validity) => `Il consenso scade: la versione ${version} vale per ${days(validity)}.`,
    superseded: 'Il consenso è sostituito: una versione successiva lo chiede di nuovo.',
    revoked: (arrival) => `Il consenso è stato revocato ${by(arrival)}.`,
    imported: 'Il consenso è stato importato: il registro non era presente quando è stato dato.',
    erased: 'I dati personali del consenso sono stati cancellati.',
    asked: (span) => `Inizia il periodo richiesto: ${writeSpan(span)}.`,
    toCome: (says) => `In futuro: ${says}`,
  },
  facts: {
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
    notice: ({ title, name, version, pid }) =>
      title === null
        ? `${name}, versione ${version} (numero ${pid})`
        : `${title}, versione ${version} (${name}, numero ${pid})`,
    nothingThere: 'Non c’è nulla.',
    erasedOn: (time) => `Cancellazione: ${moment(time)}.`,
    namings: {
      version: 'l’id della versione',
      pid: 'il suo numero (PID), che vale per la versione allora attuale',
    },
    notKnown: 'non si sa come',
    unknownChannel: 'sconosciuto',
    erased: 'cancellato',
    noProgram: 'non ne è stato inviato nessuno',
    userGone: 'non esiste più',
    time: moment,
    importedBy: (time, by) => `${moment(time)}, dal ${operator(by)}`,
    givenInFile: (time) => `${moment(time)}, come dice il file importato`,
  },
  notice: {
    names: {
      version: 'versione',
      published: 'pubblicata',
      notCurrent: 'non attuale',
      languages: 'lingue',
      hash: 'SHA-256',
      check: 'verifica',
      hashOfVersion: 'SHA-256 della versione',
      hashNow: 'SHA-256 del testo attuale',
    },
    version: (version, id) => `${version}, id ${id}`,
    published: ({ at, by, until }) =>
      `${moment(at)} dal ${operator(by)}; ${until === null ? 'era quella attuale quando questo è stato rilasciato' : `è stata quella attuale fino a: ${write(until)}`}`,
    notCurrent: 'non era la versione attuale quando è stato dato il consenso',
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
  },
  terms: {
    names: {
      validity: 'validità',
      askAgain: 'chiede di nuovo il consenso',
      retentionDays: 'conservato per',
      controller: 'titolare del trattamento',
      purposes: 'finalità',
      recipients: 'destinatario',
      personalData: 'dati personali',
      processing: 'trattamento',
      dataSources: 'origine dei dati',
      storageLocations: 'luogo di conservazione',
      storagePeriod: 'periodo di conservazione',
      processingLocations: 'luogo del trattamento',
      jurisdictions: 'diritto applicabile',
      lawfulBasis: 'base giuridica',
      consentType: 'tipo di consenso',
      withdrawal: 'revoca',
      rights: 'diritto',
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
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? (consentTypes[type] ?? type) : type),
  },
  gaps: {
    gaps: {
      'text-gone': {
        says: 'Il testo della versione non c’è più. Nessuno può mostrare a che cosa la persona ha acconsentito.',
        mend: 'Il gestore ripristina la tabella da una copia di sicurezza.',
      },
      'text-changed': {
        says: 'Il testo conservato non è quello al quale la persona ha acconsentito: il suo SHA-256 è diverso.',
        mend: 'Il gestore ripristina il testo da una copia di sicurezza e accerta chi ha modificato la tabella.',
      },
      erased: {
        says: 'I dati personali del consenso sono stati cancellati. Il registro non può più mostrare chi ha acconsentito, né come.',
        mend: 'Non c’è nulla da fare: la cancellazione è stata voluta.',
      },
      imported: {
        says: 'È stato importato. Il registro non era presente quando è stato dato e non ha osservato nulla.',
        mend: 'Il sito registra direttamente i suoi consensi in questo registro.',
      },
      'version-naming-unknown': {
        says: 'Non si sa se il sito abbia indicato la versione che ha mostrato. Allora il registro non lo annotava, oppure il consenso è stato importato.',
        mend: 'Il sito invia l’id della versione che ha mostrato (consentInformationVersionId). Il registro annota che lo ha fatto.',
      },
      'version-named-by-pid': {
        says: 'Il sito ha indicato l’informativa con il suo numero (PID), e quindi non la versione che ha mostrato. Il registro ha preso la versione allora attuale.',
        mend: 'Il sito invia l’id che ha ricevuto insieme al testo (consentInformationVersionId, da information/get).',
      },
      'version-not-current': {
        says: 'Quando è stato dato il consenso, la versione attuale dell’informativa era un’altra.',
        mend: 'Il sito richiede l’informativa a intervalli di pochi minuti. Se un modulo mostra una versione precedente, il sito lo mostra di nuovo.',
      },
      'language-without-text': {
        says: 'La versione non ha un testo nella lingua indicata dal sito.',
        mend: 'Il sito invia la lingua del testo che ha mostrato (lang). Oppure il gestore pubblica una versione con un testo in questa lingua.',
      },
      'form-unknown': {
        says: 'La prova non mostra che cosa la persona ha visto e fatto.',
        mend: 'Il sito invia il modulo così come è apparso, o il testo del messaggio di posta (proof[html] o proof[mail]).',
      },
      'page-unknown': {
        says: 'La prova non dice in quale pagina la persona ha acconsentito.',
        mend: 'Il sito invia l’indirizzo della pagina, o della schermata dell’app (proof[url]).',
      },
      'browser-unknown': {
        says: 'Nulla indica da dove la persona ha acconsentito. Nessun browser ha chiamato il registro: al più esso ha visto il server del sito.',
        mend: 'Il sito invia l’indirizzo e lo user agent della richiesta della persona stessa, o uno dei due (proof[ip_address], proof[user_agent]).',
      },
      'email-malformed': {
        says: 'Questo indirizzo e-mail non è un indirizzo: nessun messaggio può raggiungervi la persona.',
        mend: 'Il sito controlla l’indirizzo prima di inviarlo, e lo chiede di nuovo alla persona.',
      },
      'email-unconfirmed': {
        says: 'Nulla mostra che la casella di posta sia della persona: chiunque avrebbe potuto digitare questo indirizzo e-mail.',
        mend: 'Il sito chiede una conferma per e-mail (double opt-in) prima di registrare il consenso e invia quando è arrivata (proof[email_confirmed_at]).',
      },
      'person-unidentified': {
        says: 'I dati non distinguono nessuno: c’è al più un nome, e altri possono avere lo stesso.',
        mend: 'Il sito invia un indirizzo e-mail, un numero di telefono, un codice fiscale o un numero proprio (userData).',
      },
    },
    noted: {
      'form-unknown':
        'Conservi la carta o la registrazione dove dice il riferimento. La prossima volta annoti anche le parole della persona.',
      'page-unknown': 'Non è arrivato da una pagina, quindi non ce n’è una da inviare.',
      'browser-unknown': 'Non è arrivato da un browser, quindi non ce n’è uno da indicare.',
      'email-unconfirmed': 'Scriva a questo indirizzo e-mail, e conservi la risposta con la carta o la registrazione.',
    },
    languages: (named, has) => `Ha indicato: ${named}; la versione ha testi in: ${has}.`,
    none: 'Non manca nulla di ciò che il registro cerca.',
    heading: 'Che cosa lo renderebbe più solido',
    remark:
      'Il registro cerca gli elementi che rendono un consenso più solido come prova. Questo elenco non dice se il consenso è lecito.',
  },
  markup: {
    looks: (name) => `Come appariva: ${name}`,
    source: (name) => `Come è scritto: ${name}`,
    asWritten: 'Come è scritto',
    leftOut: (list) =>
      list === ''
        ? 'Non è stato tolto nulla. I campi non si possono usare.'
        : `Perché nulla venga eseguito o caricato, è stato tolto: ${list}. I campi non si possono usare.`,
    tooLong: 'È troppo lungo o troppo annidato per essere mostrato come appariva.',
  },
  parts: {
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
      `I dati personali del consenso sono stati cancellati (${moment(time)}): i dati della persona, le prove, gli indirizzi e i programmi. Ciò che resta mostra che c’è stato un consenso e come è finito.`,
  },
  texts: {
    theText: 'il testo',
    source: 'Il testo come è scritto',
    none: 'Non c’è un testo in questa lingua.',
    in: 'In',
    others: 'La stessa versione in altre lingue',
    folded: (name, characters) => `${name} (${number(characters)} caratteri)`,
  },
  history: {
    heading: 'Versioni dell’informativa',
    columns: {
      version: 'Versione',
      published: 'Pubblicata',
      by: 'Da',
      until: 'Corrente fino a',
      askAgain: 'Chiede di nuovo il consenso',
    },
    agreedTo: (version) => `${version} (quella del consenso)`,
    current: 'attuale al momento del rilascio',
  },
  question: {
    heading: 'Se il consenso era in vigore',
    label: 'In un altro momento (UTC), per esempio 2026-11-22 o 2026-11-22T14:30',
    rule: 'Deve essere un mese, un giorno o un’ora in UTC, per esempio 2026-11, 2026-11-22 o 2026-11-22T14:30.',
    remark: (issuedAt) =>
      `«Ora» è il momento in cui il documento è stato rilasciato: ${moment(issuedAt)}. Il documento non sa che cosa è avvenuto dopo. ${isUtc ? 'Tutti gli orari sono in UTC.' : 'Giorni e mesi sono quelli di UTC; gli orari sono quelli del Suo orologio, con UTC accanto.'}`,
  },
  checks: {
    heading: 'Che cosa è stato verificato',
    marks: { holds: 'Superata', fails: 'Non superata', asks: 'Da valutare', notes: 'Nota' },
    count: ({ held, failed, open, notes }) =>
      `${[
        held === 1 ? '1 verifica superata' : `${held} verifiche superate`,
        failed === 0 ? 'nessuna non superata' : `${failed} non ${failed === 1 ? 'superata' : 'superate'}`,
        ...(open === 0 ? [] : [`${open} da valutare`]),
        ...(notes === 0 ? [] : [notes === 1 ? '1 nota' : `${notes} note`]),
      ].join(', ')}. I dettagli sono in inglese.`,
    every: 'Tutte le verifiche superate',
    names,
    since: newItalianSince((time) => since(moment(time))),
  },
};

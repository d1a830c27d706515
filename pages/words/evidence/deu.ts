import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { CheckName } from '../../../verifier/verification.ts';
import { newGermanSince } from '../checks/deu.ts';
import type { EvidenceWords } from './eng.ts';
import type { NamedSpan, Standing } from './intl-writing.ts';
import { capitalise, newWriting } from './intl-writing.ts';
import { readerRegion } from './zoned-time.ts';

const germanWriting = newWriting(readerRegion('de'), {
  days: (count, written) => (count === 1 ? '1 Tag' : `${written} Tage`),
  operator: (by) => `Betreiber (${by})`,
  channels: {
    web: 'auf einer Website',
    'web.form': 'mit einem Formular auf einer Website',
    'web.social.login': 'mit einer Anmeldung über ein soziales Netzwerk',
    email: 'per E-Mail',
    'app.form': 'mit einem Formular in einer App',
  },
  received: {
    telephone: 'telefonisch',
    letter: 'per Brief',
    'in-person': 'persönlich',
    fax: 'per Fax',
    other: 'auf anderem Weg',
  },
  orOtherwise: '(oder auf anderem Weg: der Nachweis ist gelöscht)',
  noted: (how, by) => (by === null ? `laut Vermerk ${how}` : `laut Vermerk von ${by} ${how}`),
  notedInFile: (how) => `laut übernommener Datei ${how}`,
  user: (id) => `Benutzer ${id}`,
});

const { days, operator, time: write, moment, isUtc, clock, span: writeSpan, how, number } = germanWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'in Kraft',
  ended: 'nicht in Kraft',
  none: 'noch nicht erteilt',
};

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'im' : 'am'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` am ${write(time)}`);

const by = (arrival: Arrival | null): string => (arrival === null ? 'auf unbekanntem Weg' : how(arrival));

const whileOpen = (isOpen: boolean): string => (isOpen ? ', soweit es jetzt bekannt ist' : '');

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'stillschweigende Einwilligung',
  ExpressedConsent: 'erklärte Einwilligung',
  ExplicitlyExpressedConsent: 'ausdrückliche Einwilligung',
};

const names: Readonly<Record<CheckName, string>> = {
  json: 'Form der Datei',
  canonical: 'kanonische Schreibweise',
  document: 'Dokument',
  header: 'Kopf',
  signature: 'Signatur',
  contents: 'Inhalte',
  text: 'Text des Hinweises',
  language: 'Sprache des Textes',
  versions: 'Fassungen des Hinweises',
  events: 'Ereignisse',
  signer: 'Unterzeichner',
  'key-times': 'Zeit des Schlüssels',
  log: 'Protokoll',
  'log-missing': 'nicht im Protokoll bewiesen',
  'log-checkpoint': 'Prüfpunkt des Protokolls',
  'log-key': 'Schlüssel des Protokolls',
  'log-late': 'spät ins Protokoll gekommen',
  'log-kept': 'aufbewahrter Prüfpunkt',
};

export const german: EvidenceWords = {
  writing: germanWriting,
  state: {
    heads: {
      none: 'Noch nicht erteilt',
      active: 'In Kraft',
      revoked: 'Widerrufen',
      expired: 'Abgelaufen',
      superseded: 'Ersetzt',
      erased: 'Gelöscht',
    },
    next: 'dann',
    headAt: (span, head) => `${capitalise(onSpan(span))}: ${head}`,
    headNow: (head) => `Jetzt: ${head}`,
    causes: {
      none: (given) => `erteilt wurde sie${noted(given)}`,
      active: (given) => `erteilt${noted(given)}`,
      revoked: (time, arrival) => `widerrufen${noted(time)} ${by(arrival)}`,
      expired: (time, said) =>
        said.isToCome
          ? `sie läuft${noted(time)} ab (${days(said.days)} nach der Erteilung)`
          : `abgelaufen${noted(time)} (${days(said.days)} nach der Erteilung)`,
      superseded: (time, version) =>
        `ersetzt${time === null ? '' : ` seit dem ${write(time)}`}: Fassung ${version ?? '?'} des Hinweises verlangt eine neue Einwilligung`,
      erased: (time) => `gelöscht${noted(time)}`,
    },
    afterwards: (ending, later) => `${ending}; dann ${later}`,
    now: ({ given, cause, isBeside }) => {
      const says = cause === null ? `in Kraft seit dem ${write(given)}.` : `nicht in Kraft: ${cause}.`;
      return isBeside ? `Jetzt: ${says}` : capitalise(says);
    },
    at: ({ span, standing, cause, isOpen }) =>
      `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
    during: ({ span, phases, isOpen }) =>
      `${capitalise(onSpan(span))} hat sich das geändert${whileOpen(isOpen)}: ${phases.join('; ')}.`,
    firstPhase: (standing, cause) => `zuerst ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    laterPhase: (standing, { time, isClock }, cause) =>
      `${standings[standing]} ${isClock ? `ab ${clock(time)}` : `ab dem ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Nichts beendet sie außer einem Widerruf.',
    expires: (time, validity) =>
      `Sie läuft am ${write(time)} ab, ${days(validity)} nach der Erteilung, wenn sie nicht vorher widerrufen wird.`,
  },
  timeline: {
    published: (version) => `Fassung ${version} des Hinweises wurde veröffentlicht.`,
    publishedAskingAgain: (version) =>
      `Fassung ${version} des Hinweises wurde veröffentlicht: Sie verlangt von allen eine neue Einwilligung.`,
    publishedAskingNobody: (version) =>
      `Fassung ${version} des Hinweises wurde veröffentlicht: Sie verlangt von niemandem eine neue Einwilligung, diese Einwilligung blieb also, wie sie war.`,
    given: (version, arrival) => `Die Einwilligung zu Fassung ${version} des Hinweises wurde ${how(arrival)} erteilt.`,
    expires: (version, validity) => `Die Einwilligung läuft ab: Fassung ${version} gilt ${days(validity)}.`,
    superseded: 'Die Einwilligung ist ersetzt: Eine spätere Fassung verlangt eine neue.',
    revoked: (arrival) => `Die Einwilligung wurde ${by(arrival)} widerrufen.`,
    imported: 'Die Einwilligung wurde übernommen: Das Register war nicht dabei, als sie erteilt wurde.',
    erased: 'Die personenbezogenen Daten der Einwilligung wurden gelöscht.',
    asked: (span) => `Der Zeitraum beginnt, nach dem gefragt wurde: ${writeSpan(span)}.`,
    toCome: (says) => `Künftig: ${says}`,
  },
  facts: {
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
    notice: ({ title, name, version, pid }) =>
      title === null
        ? `${name}, Fassung ${version} (Nummer ${pid})`
        : `${title}, Fassung ${version} (${name}, Nummer ${pid})`,
    nothingThere: 'Es gibt nichts.',
    erasedOn: (time) => `Gelöscht am ${moment(time)}.`,
    namings: {
      version: 'die Id der Fassung',
      pid: 'seine Nummer (PID), die für die damals aktuelle Fassung steht',
    },
    notKnown: 'nicht bekannt',
    unknownChannel: 'unbekannt',
    erased: 'gelöscht',
    noProgram: 'es wurde keines gesendet',
    userGone: 'nicht mehr vorhanden',
    time: moment,
    importedBy: (time, by) => `${moment(time)} vom ${operator(by)}`,
    givenInFile: (time) => `${moment(time)}, wie die übernommene Datei sagt`,
  },
  notice: {
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
      `${moment(at)} vom ${operator(by)}; ${until === null ? 'sie war die aktuelle, als dies ausgestellt wurde' : `sie war die aktuelle bis zum ${write(until)}`}`,
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
  },
  terms: {
    names: {
      validity: 'Gültigkeit',
      askAgain: 'verlangt eine neue Einwilligung',
      retentionDays: 'aufbewahrt',
      controller: 'Verantwortlicher',
      purposes: 'Zweck',
      recipients: 'Empfänger',
      personalData: 'personenbezogene Daten',
      processing: 'Verarbeitung',
      dataSources: 'Herkunft der Daten',
      storageLocations: 'Ort der Speicherung',
      storagePeriod: 'Dauer der Speicherung',
      processingLocations: 'Ort der Verarbeitung',
      jurisdictions: 'anwendbares Recht',
      lawfulBasis: 'Rechtsgrundlage',
      consentType: 'Art der Einwilligung',
      withdrawal: 'Widerruf',
      rights: 'Recht',
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
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? (consentTypes[type] ?? type) : type),
  },
  gaps: {
    gaps: {
      'text-gone': {
        says: 'Der Text der Fassung ist nicht mehr da. Niemand kann zeigen, worin die Person eingewilligt hat.',
        mend: 'Der Betreiber stellt die Tabelle aus einer Sicherung wieder her.',
      },
      'text-changed': {
        says: 'Der gespeicherte Text ist nicht der, in den eingewilligt wurde: Sein SHA-256 ist ein anderer.',
        mend: 'Der Betreiber stellt den Text aus einer Sicherung wieder her und klärt, wer die Tabelle geändert hat.',
      },
      erased: {
        says: 'Die personenbezogenen Daten der Einwilligung wurden gelöscht. Das Register kann nicht mehr zeigen, wer eingewilligt hat und wie.',
        mend: 'Es ist nichts zu tun: Sie wurden mit Absicht gelöscht.',
      },
      imported: {
        says: 'Sie wurde übernommen. Das Register war nicht dabei, als sie erteilt wurde, und hat nichts beobachtet.',
        mend: 'Die Website zeichnet ihre Einwilligungen selbst in diesem Register auf.',
      },
      'version-naming-unknown': {
        says: 'Es ist nicht bekannt, ob die Website die Fassung angegeben hat, die sie gezeigt hat. Das Register hielt das damals nicht fest, oder die Einwilligung wurde übernommen.',
        mend: 'Die Website sendet die Id der gezeigten Fassung (consentInformationVersionId). Das Register hält fest, dass sie das getan hat.',
      },
      'version-named-by-pid': {
        says: 'Die Website hat den Hinweis durch seine Nummer (PID) angegeben und damit nicht die Fassung, die sie gezeigt hat. Das Register hat die damals aktuelle Fassung genommen.',
        mend: 'Die Website sendet die Id, die sie mit dem Text bekommen hat (consentInformationVersionId, von information/get).',
      },
      'version-not-current': {
        says: 'Als die Einwilligung erteilt wurde, war eine andere Fassung des Hinweises die aktuelle.',
        mend: 'Die Website ruft den Hinweis alle paar Minuten ab. Zeigt ein Formular eine ältere Fassung, so zeigt sie das Formular neu.',
      },
      'language-without-text': {
        says: 'Die Fassung hat keinen Text in der Sprache, die die Website angegeben hat.',
        mend: 'Die Website sendet die Sprache des Textes, den sie gezeigt hat (lang). Oder der Betreiber veröffentlicht eine Fassung mit einem Text in dieser Sprache.',
      },
      'form-unknown': {
        says: 'Der Nachweis zeigt nicht, was die Person gesehen und getan hat.',
        mend: 'Die Website sendet das Formular, wie es gezeigt wurde, oder den Text der E-Mail (proof[html] oder proof[mail]).',
      },
      'page-unknown': {
        says: 'Der Nachweis sagt nicht, auf welcher Seite die Person eingewilligt hat.',
        mend: 'Die Website sendet die Adresse der Seite oder der Ansicht in der App (proof[url]).',
      },
      'browser-unknown': {
        says: 'Nichts sagt, von wo aus die Person eingewilligt hat. Kein Browser hat das Register aufgerufen: Es hat höchstens den Server der Website gesehen.',
        mend: 'Die Website sendet Adresse und User-Agent der Anfrage der Person selbst oder eines von beiden (proof[ip_address], proof[user_agent]).',
      },
      'email-malformed': {
        says: 'Diese E-Mail-Adresse ist keine: Unter ihr erreicht keine Nachricht die Person.',
        mend: 'Die Website prüft die Adresse, bevor sie sie sendet, und fragt die Person noch einmal.',
      },
      'email-unconfirmed': {
        says: 'Nichts zeigt, dass das Postfach der Person gehört: Jeder hätte diese E-Mail-Adresse eingeben können.',
        mend: 'Die Website verlangt eine Bestätigung per E-Mail (Double-Opt-in), bevor sie die Einwilligung aufzeichnet, und sendet deren Zeitpunkt (proof[email_confirmed_at]).',
      },
      'person-unidentified': {
        says: 'Die Daten unterscheiden niemanden: Es gibt höchstens einen Namen, und so können auch andere heißen.',
        mend: 'Die Website sendet eine E-Mail-Adresse, eine Telefonnummer, eine Steuernummer oder eine eigene Nummer (userData).',
      },
    },
    noted: {
      'form-unknown':
        'Bewahren Sie das Papier oder die Aufnahme dort auf, wo die Angabe es sagt. Erfassen Sie beim nächsten Mal auch die Worte der Person.',
      'page-unknown': 'Sie kam nicht von einer Seite, also gibt es keine zu senden.',
      'browser-unknown': 'Sie kam nicht aus einem Browser, also gibt es keinen zu nennen.',
      'email-unconfirmed':
        'Schreiben Sie an diese E-Mail-Adresse, und bewahren Sie die Antwort beim Papier oder bei der Aufnahme auf.',
    },
    languages: (named, has) => `Sie hat angegeben: ${named}; die Fassung hat Texte in: ${has}.`,
    none: 'Nichts von dem, worauf das Register achtet, fehlt.',
    heading: 'Was sie stärker machen würde',
    remark:
      'Das Register achtet auf Merkmale, die eine Einwilligung als Beweis stärker machen. Diese Liste sagt nicht, ob die Einwilligung rechtmäßig ist.',
  },
  markup: {
    looks: (name) => `So sah es aus: ${name}`,
    source: (name) => `So ist es geschrieben: ${name}`,
    asWritten: 'So ist es geschrieben',
    leftOut: (list) =>
      list === ''
        ? 'Nichts wurde weggelassen. Felder lassen sich nicht benutzen.'
        : `Damit nichts ausgeführt oder geladen wird, wurde weggelassen: ${list}. Felder lassen sich nicht benutzen.`,
    tooLong: 'Es ist zu lang oder zu tief verschachtelt, um gezeigt zu werden, wie es aussah.',
  },
  parts: {
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
      `Die personenbezogenen Daten der Einwilligung wurden am ${moment(time)} gelöscht: die Daten der Person, die Nachweise, Adressen und Programme. Was übrig ist, zeigt, dass es eine Einwilligung gab und wie sie endete.`,
  },
  texts: {
    theText: 'der Text',
    source: 'So ist der Text geschrieben',
    none: 'Es gibt keinen Text in dieser Sprache.',
    in: 'Auf',
    others: 'Dieselbe Fassung in anderen Sprachen',
    folded: (name, characters) => `${name} (${number(characters)} Zeichen)`,
  },
  history: {
    heading: 'Fassungen des Hinweises',
    columns: {
      version: 'Fassung',
      published: 'Veröffentlicht',
      by: 'Von',
      until: 'Aktuell bis',
      askAgain: 'Verlangt eine neue Einwilligung',
    },
    agreedTo: (version) => `${version} (die der Einwilligung)`,
    current: 'aktuell bei der Ausstellung',
  },
  question: {
    heading: 'Ob die Einwilligung in Kraft war',
    label: 'Zu einer anderen Zeit (UTC), etwa 2026-11-22 oder 2026-11-22T14:30',
    rule: 'Es muss ein Monat, ein Tag oder eine Zeit in UTC sein, etwa 2026-11, 2026-11-22 oder 2026-11-22T14:30.',
    remark: (issuedAt) =>
      `„Jetzt“ ist der Zeitpunkt, zu dem das Dokument ausgestellt wurde: ${moment(issuedAt)}. Was danach geschah, weiß das Dokument nicht. ${isUtc ? 'Alle Zeiten sind in UTC angegeben.' : 'Tage und Monate sind die von UTC; Zeiten sind die Ihrer Uhr, daneben steht UTC.'}`,
  },
  checks: {
    heading: 'Was geprüft wurde',
    marks: { holds: 'Bestanden', fails: 'Nicht bestanden', asks: 'Selbst beurteilen', notes: 'Anmerkung' },
    count: ({ held, failed, open, notes }) =>
      `${[
        held === 1 ? '1 Prüfung bestanden' : `${held} Prüfungen bestanden`,
        failed === 0 ? 'keine nicht bestanden' : `${failed} nicht bestanden`,
        ...(open === 0 ? [] : [`${open} selbst zu beurteilen`]),
        ...(notes === 0 ? [] : [notes === 1 ? '1 Anmerkung' : `${notes} Anmerkungen`]),
      ].join(', ')}. Die Einzelheiten sind auf Englisch.`,
    every: 'Alle bestandenen Prüfungen',
    names,
    since: newGermanSince(moment),
  },
};

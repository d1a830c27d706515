import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { ConsentState } from '../../../shared/consents/state.ts';
import type { Gap } from '../../../shared/evidence/facts-format.ts';
import type { NoticeNaming } from '../../../shared/notices/content.ts';
import type { DataKind, TermName } from '../../../shared/notices/terms.ts';
import { timeRule } from '../../../shared/schema/time-span.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { languageNames } from '../../../shared/schema/vocabulary.ts';
import type { CheckName } from '../../../verifier/verification.ts';
import { showSpan, showTime } from '../../sentences/plain-time.ts';
import { newEnglishSince } from '../checks/eng.ts';
import type { ArrivalWords, NamedSpan, Standing, Writing } from './intl-writing.ts';
import { capitalise, newHow, newWriting } from './intl-writing.ts';

/** Flags of a kind of data. */
type Flag = Exclude<keyof DataKind, 'name' | 'type'>;

/** All texts about a consent and its evidence. A sentence with variable parts is a function. The other languages must have the same. */
const newEnglish = (writing: EnglishWriting, sinceWhen: Writing['moment'] = writing.moment) => ({
  writing,
  state: newEnglishState(writing),
  timeline: newEnglishTimeline(writing),
  facts: newEnglishFacts(writing),
  notice: newEnglishNotice(writing),
  terms: newEnglishTerms(writing),
  gaps: englishGaps,
  markup: englishMarkup,
  parts: newEnglishParts(writing),
  texts: newEnglishTexts(writing),
  history: englishHistory,
  question: newEnglishQuestion(writing),
  checks: { ...englishChecks, since: newEnglishSince(sinceWhen) },
});

/** All texts about a consent and its evidence in one language. */
export interface EvidenceWords extends Omit<ReturnType<typeof newEnglish>, 'writing'> {
  readonly writing: Writing;
}

const names: Readonly<Record<CheckName, string>> = {
  json: 'form of the file',
  canonical: 'canonical form',
  document: 'document',
  header: 'header',
  signature: 'signature',
  contents: 'contents',
  text: 'text of the notice',
  language: 'language of the text',
  versions: 'versions of the notice',
  events: 'events',
  signer: 'signer',
  'key-times': 'times of the key',
  log: 'log',
  'log-missing': 'proof of the log',
  'log-checkpoint': 'checkpoint of the log',
  'log-key': 'key of the log',
  'log-late': 'logged later',
  'log-kept': 'checkpoint that you kept',
};

/** The checks, in words. */
const englishChecks = {
  heading: 'What was checked',
  marks: { holds: 'Holds', fails: 'Fails', asks: 'Judge it yourself', notes: 'Remark' },
  /** @param counts `open`: what the reader must judge; `notes`: what the verdict and the page tell elsewhere */
  count: ({ held, failed, open, notes }: Readonly<Record<'held' | 'failed' | 'open' | 'notes', number>>) =>
    `${[
      `${held} ${held === 1 ? 'check holds' : 'checks hold'}`,
      failed === 0 ? 'none fails' : `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
      ...(open === 0 ? [] : [`${open} ${open === 1 ? 'is' : 'are'} for you to judge`]),
      ...(notes === 0 ? [] : [notes === 1 ? '1 is a remark' : `${notes} are remarks`]),
    ].join(', ')}.`,
  every: 'Every check that holds',
  /** Stand before the sentences of checks. */
  names,
};

const standings: Readonly<Record<Standing, string>> = {
  held: 'in force',
  ended: 'not in force',
  none: 'not yet given',
};

const by = (arrival: Arrival | null, { how }: EnglishWriting): string =>
  arrival === null ? 'by an unknown channel' : how(arrival);

/** Why a consent is in force or not, as a clause. `null` instead of a time means that the sentence gave the time before. */
const newCauses = (writing: EnglishWriting) => {
  const { days, time: write } = writing;
  const on = (time: string | null): string => (time === null ? '' : ` on ${write(time)}`);
  return {
    /** Before it was given. The clause gives the time of the consent. */
    none: (given: string) => `it was given${on(given)}`,
    active: (given: string | null) => `given${on(given)}`,
    revoked: (time: string | null, arrival: Arrival | null) => `revoked${on(time)} ${by(arrival, writing)}`,
    /** @param said `days` of its validity; `isToCome` if it had not expired yet when the statement was made */
    expired: (time: string | null, said: { readonly days: number; readonly isToCome: boolean }) =>
      `${said.isToCome ? 'it expires' : 'expired'}${on(time)} (${days(said.days)} after it was given)`,
    /** @param version the one that asks again; null if unknown */
    superseded: (time: string | null, version: number | null) =>
      `superseded${time === null ? '' : ` since ${write(time)}`}: version ${version ?? '?'} of the notice asks again`,
    erased: (time: string | null) => `erased${on(time)}`,
  };
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', as far as is known now' : '');

/** The state of a consent in words. */
const newEnglishState = (writing: EnglishWriting) => {
  const { days, time: write, clock } = writing;
  return {
    /** For a heading. */
    heads: {
      none: 'Not yet given',
      active: 'In force',
      revoked: 'Revoked',
      expired: 'Expired',
      superseded: 'Superseded',
      erased: 'Erased',
    } satisfies Readonly<Record<ConsentState | 'none', string>>,
    /** Stands between two of them, such as in `Revoked, then erased`. */
    next: 'then',
    /** Heads for another time and for now, one above the other. @param head in small letters */
    headAt: (span: NamedSpan, head: string) => `${capitalise(writing.onSpan(span))}: ${head}`,
    headNow: (head: string) => `Now: ${head}`,
    causes: newCauses(writing),
    /** What ended it, and a cause that came later and would have ended it too. */
    afterwards: (ending: string, later: string) => `${ending}; then ${later}`,
    /** @param cause null if it is in force @param isBeside whether this adds to a sentence about another time */
    now: ({
      given,
      cause,
      isBeside,
    }: {
      readonly given: string;
      readonly cause: string | null;
      readonly isBeside: boolean;
    }) => {
      const says = cause === null ? `in force since ${write(given)}.` : `not in force: ${cause}.`;
      return isBeside ? `Now: ${says}` : capitalise(says);
    },
    /** @param isOpen whether the state may still change */
    at: ({
      span,
      standing,
      cause,
      isOpen,
    }: {
      readonly span: NamedSpan;
      readonly standing: Standing;
      readonly cause: string;
      readonly isOpen: boolean;
    }) => `${capitalise(standings[standing])} ${writing.onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
    /** @param phases more than one */
    during: ({
      span,
      phases,
      isOpen,
    }: {
      readonly span: NamedSpan;
      readonly phases: readonly string[];
      readonly isOpen: boolean;
    }) => `During ${writing.span(span)} this changed${whileOpen(isOpen)}: ${phases.join('; ')}.`,
    /** @param cause null if it is obvious */
    firstPhase: (standing: Standing, cause: string | null) =>
      `at first ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    /** @param beginning `isClock` if the day is obvious */
    laterPhase: (
      standing: Standing,
      { time, isClock }: { readonly time: string; readonly isClock: boolean },
      cause: string | null,
    ) => `${standings[standing]} from ${isClock ? clock(time) : write(time)}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Nothing ends it unless it is revoked.',
    expires: (time: string, validity: number) =>
      `It expires on ${write(time)}, ${days(validity)} after it was given, unless it is revoked earlier.`,
  };
};

/** The events of a consent and its notice, in sentences. */
const newEnglishTimeline = (writing: EnglishWriting) => ({
  published: (version: number) => `Version ${version} of the notice was published.`,
  publishedAskingAgain: (version: number) => `Version ${version} of the notice was published: it asks everybody again.`,
  publishedAskingNobody: (version: number) =>
    `Version ${version} of the notice was published: it asks nobody again, so this consent stays as it was.`,
  given: (version: number, arrival: Arrival) =>
    `The consent was given to version ${version} of the notice ${writing.how(arrival)}.`,
  expires: (version: number, validity: number) =>
    `The consent expires: version ${version} holds for ${writing.days(validity)}.`,
  superseded: 'The consent is superseded: a later version asks again.',
  revoked: (arrival: Arrival | null) => `The consent was revoked ${by(arrival, writing)}.`,
  imported: 'The consent was imported: the register did not observe how it was given.',
  erased: 'The personal data in it was erased.',
  asked: (span: NamedSpan) => `The time asked about begins: ${writing.span(span)}.`,
  /** @param says one of these sentences */
  toCome: (says: string) => `To come: ${says}`,
});

/** Facts about a consent: their names, and values that are words. */
const newEnglishFacts = ({ moment, operator, noticeNumber }: EnglishWriting) => ({
  names: {
    consent: 'consent',
    account: 'account',
    project: 'project',
    notice: 'notice',
    channel: 'channel',
    language: 'language',
    noticeNamedBy: 'notice named by',
    time: 'time',
    user: 'user',
    address: 'address',
    program: 'program',
    session: 'session',
    request: 'request',
    source: 'source',
    line: 'line',
    imported: 'imported',
    given: 'given',
  },
  /** @param title in the language of the consent; null if its text is gone or has none */
  notice: ({
    title,
    name,
    version,
    pid,
  }: {
    readonly title: string | null;
    readonly name: string;
    readonly version: number;
    readonly pid: number;
  }) =>
    title === null
      ? `${name}, version ${version} (${noticeNumber} ${pid})`
      : `${title}, version ${version} (${name}, ${noticeNumber} ${pid})`,
  nothingThere: 'There is none.',
  erasedOn: (time: string) => `Erased on ${moment(time)}.`,
  namings: {
    version: 'the id of the version',
    pid: 'its number (PID), which stands for the version that was current',
  } satisfies Readonly<Record<NoticeNaming, string>>,
  notKnown: 'not known',
  unknownChannel: 'unknown',
  /** In place of an address or a user agent. */
  erased: 'erased',
  noProgram: 'none was sent',
  /** In place of the name of a user. */
  userGone: 'no longer exists',
  time: moment,
  importedBy: (time: string, by: string) => `${moment(time)} by ${operator(by)}`,
  /** When an imported consent was given. */
  givenInFile: (time: string) => `${moment(time)}, as the imported file says`,
});

/** Facts about the text that was agreed to. */
const newEnglishNotice = ({ time: write, moment, operator }: EnglishWriting) => ({
  names: {
    version: 'version',
    published: 'published',
    notCurrent: 'not current',
    languages: 'languages',
    hash: 'SHA-256',
    check: 'check',
    hashOfVersion: 'SHA-256 of the version',
    hashNow: 'SHA-256 of the text now',
  },
  version: (version: number, id: string) => `${version}, id ${id}`,
  /** @param until when it stopped being the current version; null if it is the current one */
  published: ({ at, by, until }: { readonly at: string; readonly by: string; readonly until: string | null }) =>
    `${moment(at)} by ${operator(by)}; it ${until === null ? 'was the current one when this was made' : `was current until ${write(until)}`}`,
  notCurrent: 'it was not the current version when the consent was given',
  noHash: 'none',
  checks: {
    gone: 'CANNOT BE CHECKED: the text is gone',
    same: 'the text is the one that was agreed to: its SHA-256 is the same',
    sameAsImported:
      'the text is the one that the import named: its SHA-256 is the same. That the person agreed to this text is what the imported file says',
    publishedLater:
      'THE TEXT WAS PUBLISHED AFTER THE CONSENT WAS GIVEN. The import named it; what the person read is not known',
    other: 'THE TEXT IS NOT THE ONE THAT WAS AGREED TO: its SHA-256 differs',
  },
  gone: 'The text is gone: the table is damaged. Restore it from a backup. To check a copy of the text, compare its SHA-256 with that of the notice.',
  /** @param lang the language that the site named @param has the languages of the version; both arrive formatted */
  missing: (lang: string, has: string) =>
    `The version has no text in the language that the site named, ${lang}; it has ${has}. What the person read is not known.`,
});

/** The terms of a version, in addition to its texts. */
const newEnglishTerms = ({ days, consentType }: EnglishWriting) => ({
  /** What a term is; of a list, what each of its items is. */
  names: {
    validity: 'validity',
    askAgain: 'asks again',
    retentionDays: 'kept for',
    controller: 'controller',
    purposes: 'purpose',
    recipients: 'recipient',
    personalData: 'personal data',
    processing: 'processing',
    dataSources: 'data source',
    storageLocations: 'stored in',
    storagePeriod: 'stored for',
    processingLocations: 'processed in',
    jurisdictions: 'jurisdiction',
    lawfulBasis: 'lawful basis',
    consentType: 'consent type',
    withdrawal: 'how to revoke',
    rights: 'right',
    authority: 'authority',
  } satisfies Readonly<Record<'validity' | TermName, string>>,
  noLimit: 'without limit',
  validity: days,
  retention: (count: number) => `${days(count)} after its end`,
  yes: 'yes',
  no: 'no',
  flags: { optional: 'optional', sensitive: 'sensitive', special: 'special' } satisfies Readonly<Record<Flag, string>>,
  /** An article of the GDPR. */
  article: ({
    number,
    paragraph,
    letter,
  }: {
    readonly number: string;
    readonly paragraph: string | undefined;
    readonly letter: string | undefined;
  }) =>
    `Article ${number}${paragraph === undefined ? '' : `(${paragraph})`}${letter === undefined ? '' : `(${letter})`} GDPR`,
  /** @param type one of `consentTypes`, or any other text */
  consentType,
});

/** What would make a consent stronger. */
const englishGaps = {
  /** What is missing, and how to close the gap: usually for future consents, since recorded ones do not change. */
  gaps: {
    'text-gone': {
      says: 'The text of the version is gone. Nobody can show what the person agreed to.',
      mend: 'The operator restores the table from a backup.',
    },
    'text-changed': {
      says: 'The stored text is not the one that was agreed to: its SHA-256 differs.',
      mend: 'The operator restores the text from a backup, and finds out who changed the table.',
    },
    erased: {
      says: 'The personal data in it was erased. The register can no longer show who agreed, and how.',
      mend: 'Nothing needs to be done: it was erased on purpose.',
    },
    imported: {
      says: 'It was imported. The register did not observe how it was given.',
      mend: 'The site records its consents directly with this register.',
    },
    'version-naming-unknown': {
      says: 'It is not known whether the site named the version that it showed. The register did not store this at the time, or the consent was imported.',
      mend: 'The site sends the id of the version that it showed (consentInformationVersionId). The register stores that it did.',
    },
    'version-named-by-pid': {
      says: 'The site named the notice by its number (PID), not by the version that it showed. The register used the version that was current.',
      mend: 'The site sends the id that it got with the text (consentInformationVersionId, from information/get).',
    },
    'version-not-current': {
      says: 'Another version of the notice was the current one when the consent was given.',
      mend: 'The site asks for the notice every few minutes. If a form shows an older version, the site shows the form again.',
    },
    'language-without-text': {
      says: 'The version has no text in the language that the site named.',
      mend: 'The site sends the language of the text that it showed (lang). Or the operator publishes a version with a text in this language.',
    },
    'form-unknown': {
      says: 'The proof does not show what the person saw and did.',
      mend: 'The site sends the form as it was shown, or the text of the email (proof[html] or proof[mail]).',
    },
    'page-unknown': {
      says: 'The proof does not say on which page the person agreed.',
      mend: 'The site sends the address of the page, or of the screen of the app (proof[url]).',
    },
    'browser-unknown': {
      says: 'Nothing shows from where the person agreed. No browser called the register: at most it saw the server of the site.',
      mend: 'The site sends the address and the user agent of the person’s own request, or one of them (proof[ip_address], proof[user_agent]).',
    },
    'email-malformed': {
      says: 'This email address is none: no mail can reach the person there.',
      mend: 'The site checks the address before it sends it, and asks the person again.',
    },
    'email-unconfirmed': {
      says: 'Nothing shows that the mailbox is the person’s: anybody could have typed this email address.',
      mend: 'The site asks for a confirmation by email (double opt-in) before it records the consent, and sends the time of the confirmation (proof[email_confirmed_at]).',
    },
    'person-unidentified': {
      says: 'The values do not identify the person: there is at most a name, and others may have it too.',
      mend: 'The site sends an email address, a telephone number, a tax code or a number of its own (userData).',
    },
  } satisfies Readonly<Record<Gap, { readonly says: string; readonly mend: string }>>,
  /** How to close a gap of a consent that a user noted, such as a letter, where a site has nothing to send. */
  noted: {
    'form-unknown':
      'Keep the paper or the recording where the reference says. Next time, also note the words of the person.',
    'page-unknown': 'It did not come from a page, so there is none to send.',
    'browser-unknown': 'It did not come from a browser, so there is none to send.',
    'email-unconfirmed': 'Write to this email address, and keep the answer with the paper or the recording.',
  } satisfies { readonly [Name in Gap]?: string },
  /** Follows the gap of this name. Both arrive formatted. */
  languages: (named: string, has: string) => `It named ${named}; the version has ${has}.`,
  none: 'Nothing that the register looks for is missing.',
  heading: 'What would make it stronger',
  remark:
    'The register looks for signs that make a consent stronger as evidence. This list does not say whether the consent is lawful.',
};

/** Texts around markup, in the language of the page. */
const englishMarkup = {
  looks: (name: string) => `How ${name} looks`,
  source: (name: string) => `Source of ${name}`,
  asWritten: 'As it is written',
  /** @param list names with counts, empty for nothing */
  leftOut: (list: string) =>
    list === ''
      ? 'Nothing was left out. Fields cannot be used.'
      : `Left out, so that nothing runs or is loaded: ${list}. Fields cannot be used.`,
  tooLong: 'It is too long or too deeply nested to be shown as it looked.',
};

/** Headings and remarks of the parts of a page about a consent. */
const newEnglishParts = ({ moment }: EnglishWriting) => ({
  given: 'Who, when and how',
  said: 'What the site said',
  saidRemark: 'The register stored it as it came. It cannot know whether it is true.',
  person: 'Of the person',
  observed: 'What the register observed',
  observedRemark:
    'The register noted this when it received the call. The address and the program are the caller’s. Often the caller is the server of the site. Names are those at the time of issue.',
  origin: 'Where it comes from',
  importRemark: 'The consent was imported. The register did not observe how it was given.',
  elsewhere: 'What another register observed, according to the imported file',
  elsewhereRevoked: 'The same for the revocation',
  text: 'The text that was agreed to',
  /** Of an imported consent: the register does not know what was agreed to. */
  textOfImport: 'The text that the import named',
  ofText: 'What is known about this text',
  otherText: 'The text is not the one that was agreed to: its hash differs.',
  proof: 'The proof',
  proofRemark: 'As the site sent it. Invisible characters are written as \\u{…}.',
  revocation: 'The revocation',
  proofOfRevocation: 'Proof of the revocation',
  timeline: 'What happened',
  erasure: 'The erasure',
  erasedOn: (time: string) =>
    `The personal data in the consent was erased on ${moment(time)}: the values of the person, the proofs, addresses and programs. What is left shows that there was a consent, and how it ended.`,
});

/** The text of a notice on a page with all its languages. */
const newEnglishTexts = ({ number }: EnglishWriting) => ({
  /** In the middle of a sentence. */
  theText: 'the text',
  source: 'Source of the text',
  none: 'There is no text in this language.',
  /** Stands before the name of a language, which is in that language. */
  in: 'In',
  others: 'The same version in other languages',
  /** For content that is drawn when the reader opens it. */
  folded: (name: string, characters: number) => `${name} (${number(characters)} characters)`,
});

/** The versions of a notice, as a table. */
const englishHistory = {
  heading: 'Versions of the notice',
  columns: {
    version: 'Version',
    published: 'Published',
    by: 'By',
    until: 'Current until',
    askAgain: 'Asks again',
  },
  agreedTo: (version: number) => `${version} (agreed to)`,
  current: 'current when this was issued',
};

/** The state of a consent, and a field for another time. */
const newEnglishQuestion = ({ moment, isUtc }: EnglishWriting) => ({
  heading: 'Whether the consent was in force',
  label: 'At another time (UTC), such as 2026-11-22 or 2026-11-22T14:30',
  /** If a text names no time. */
  rule: timeRule,
  /** @param issuedAt the time that counts as now */
  remark: (issuedAt: string) =>
    `“Now” is the moment when the document was issued, ${moment(issuedAt)}. The document does not know what happened later. ${isUtc ? 'All times are UTC.' : 'Days and months are those of UTC; times are those of your clock, with UTC beside them.'}`,
});

const days = (count: number, written: string): string => (count === 1 ? '1 day' : `${written} days`);

const englishArrival: Omit<ArrivalWords, 'channels'> = {
  received: {
    telephone: 'by telephone',
    letter: 'by letter',
    'in-person': 'in person',
    fax: 'by fax',
    other: 'in another way',
  },
  orOtherwise: '(or in another way: the proof is erased)',
  noted: (how, by) => (by === null ? `${how}, as noted` : `${how}, as noted by ${by}`),
  notedInFile: (how) => `${how}, as the imported file says`,
  user: (id) => `user ${id}`,
};

const plainChannels: Writing['channels'] = {
  web: 'by web',
  'web.form': 'by web.form',
  'web.social.login': 'by web.social.login',
  email: 'by email',
  'app.form': 'by app.form',
};

const plainHow = newHow({ ...englishArrival, channels: plainChannels });

/** Times as in records: for the command line. */
const plainWriting: EnglishWriting = {
  tag: 'en',
  time: showTime,
  moment: (time) => `${showTime(time)} UTC`,
  isUtc: true,
  clock: (time) => showTime(time).slice(11),
  span: showSpan,
  onSpan: (span) => `on ${showSpan(span)}`,
  days: (count) => days(count, String(count)),
  number: (count) => count.toLocaleString('en'),
  how: plainHow,
  operator: (by) => by,
  channels: plainChannels,
  received: englishArrival.received,
  language: (lang) => `${lang} (${languageNames[lang].name})`,
  languages: (codes) => codes.map(escapeInvisible).join(', '),
  channel: (arrival) =>
    arrival.receivedBy === null || arrival.receivedBy === 'erased'
      ? arrival.channel
      : `${arrival.channel} (${plainHow(arrival)})`,
  consentType: (type) => type,
  noticeNumber: 'PID',
};

/** For the command line: times as in records, and codes. */
export const english: EvidenceWords = newEnglish(plainWriting, (time) => time);

const proseChannels: Writing['channels'] = {
  web: 'on a website',
  'web.form': 'with a form on a website',
  'web.social.login': 'by signing in through a social network',
  email: 'by email',
  'app.form': 'with a form in an app',
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'implied consent',
  ExpressedConsent: 'expressed consent',
  ExplicitlyExpressedConsent: 'explicit consent',
};

/** For prose. @param region of the reader (BCP 47), such as `en-GB`, which decides the order of day and month */
const newProseWriting = (region: string): EnglishWriting => {
  const writing = newWriting(region, {
    days,
    operator: (by) => `the operator (${by})`,
    channels: proseChannels,
    ...englishArrival,
  });
  return {
    ...writing,
    onSpan: (span) => `${span.precision === 'month' ? 'in' : 'on'} ${writing.span(span)}`,
    noticeNumber: 'number',
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? (consentTypes[type] ?? type) : type),
  };
};

/** For a page that is a file, which no reader's region fits: times as on the command line, and words in place of codes. */
const pageWriting: EnglishWriting = {
  ...newProseWriting('en'),
  tag: plainWriting.tag,
  time: plainWriting.time,
  moment: plainWriting.moment,
  isUtc: plainWriting.isUtc,
  clock: plainWriting.clock,
  span: plainWriting.span,
  onSpan: plainWriting.onSpan,
};

/** For pages that stay a file: times as in records, and words in place of codes. */
export const pageEnglish: EvidenceWords = newEnglish(pageWriting);

/** For readers who know no codes. @param region the reader's, for times (BCP 47), such as `en-GB` */
export const newProseEnglish = (region: string): EvidenceWords => newEnglish(newProseWriting(region));

/** Writing that only English sentences need. */
interface EnglishWriting extends Writing {
  /** With the preposition. */
  readonly onSpan: (span: NamedSpan) => string;
  /** One of `consentTypes`, or any other text. */
  readonly consentType: (type: string) => string;
  /** What the PID of a notice is called. */
  readonly noticeNumber: string;
}

import type { Arrival } from '../../shared/consents/arrival.ts';
import type { UsedLink } from '../../shared/consents/observed-link.ts';
import type { StateStatement } from '../../shared/evidence/state-statement.ts';
import { dayMilliseconds, formatTime } from '../../shared/runtime/time.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames, languages } from '../../shared/schema/vocabulary.ts';
import type { Translate } from '../i18n/format.ts';
import type { ZonedTime } from '../i18n/zoned-time.ts';
import { besideUtc, isAlwaysUtc, newZonedTimes, readerZone, withUtc } from '../i18n/zoned-time.ts';

/** The precision of a time that people write. */
export type Precision = 'month' | 'day' | 'minute' | 'second';

/** A span of time that was asked about: its beginning in ISO 8601, and its length. */
export interface NamedSpan {
  readonly from: string;
  readonly precision: Precision;
}

/** How a language writes values inside sentences. Times arrive in ISO 8601. They are written in the zone of the reader, with UTC beside it. */
export interface Writing {
  /** The tag of the language (BCP 47). */
  readonly tag: string;
  readonly time: (time: string) => string;
  /** A time that says UTC even if the reader's clock shows nothing else. */
  readonly moment: (time: string) => string;
  /** Whether the reader's clock always shows UTC. */
  readonly isUtc: boolean;
  /** As people ask about it: in UTC. */
  readonly span: (span: NamedSpan) => string;
  /** Which preposition a span takes: that of a month, or that of a day. */
  readonly precision: (span: NamedSpan) => 'month' | 'day';
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Language codes. A document of others may have anything in their place. */
  readonly languages: (codes: readonly string[]) => string;
  /** How a consent came, as a fact of its own, with the code of the channel. */
  readonly channel: (arrival: Arrival) => string;
  /** How a consent came, to follow a verb; without the code. */
  readonly how: (arrival: Arrival) => string;
  /** A link for a person, to follow a verb. @param link.user who asked for it */
  readonly link: (link: LinkInWords) => string;
  /** Who ran a command, by the name that the register has of them, such as `local:root`. */
  readonly operator: (by: string) => string;
  /** A time without its day. */
  readonly clock: (time: string) => string;
  /** One of the types that the vocabulary names, or any other text. */
  readonly consentType: (type: string) => string;
  /** What the PID of a notice is called, and the PID. */
  readonly noticeNumber: (pid: number) => string;
}

/** A link for a person, and in words who asked for it. */
type LinkInWords = Pick<UsedLink, 'key' | 'day'> & { readonly user: string };

/** What sentences about a consent and its evidence are made of, in one language. */
export interface EvidenceText {
  readonly t: Translate;
  readonly writing: Writing;
}

const options: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  month: { year: 'numeric', month: 'long' },
  day: { dateStyle: 'long' },
  minute: { dateStyle: 'long', timeStyle: 'short' },
  second: { dateStyle: 'long', timeStyle: 'medium' },
};

const format = (tag: string, time: string, precision: Precision): string =>
  new Intl.DateTimeFormat(tag, { ...options[precision], timeZone: 'UTC' }).format(new Date(time));

/** A name as the first word of a line. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A heading inside another. */
export const withSmallInitial = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** How a consent came, to follow a verb. A name in a document of others may hold anything. */
export const newHow =
  (t: Translate, nameLink: Writing['link']): Writing['how'] =>
  ({ isConfirmed, ...arrival }) => {
    const { channel, receivedBy, notedBy, link } = arrival;
    if (isConfirmed) return t('arrival.confirmed', { how: newHow(t, nameLink)({ ...arrival, isConfirmed: false }) });
    if (link !== null) return nameLink({ ...link, user: String(link.userId) });
    if (receivedBy === null) return t(`arrival.channels.${channel}`);
    if (receivedBy === 'erased') return t('arrival.orOtherwise', { how: t(`arrival.channels.${channel}`) });
    const how = t(`arrival.received.${receivedBy}`);
    if (notedBy === 'import') return t('arrival.notedInFile', { how });
    if (notedBy === null) return t('arrival.noted', { how });
    const { id, name } = notedBy;
    return t('arrival.notedBy', {
      how,
      by: name === null ? t('arrival.user', { id }) : `${escapeInvisible(name)} (${id})`,
    });
  };

/** Types of consent that have a name in each language. */
const consentTypes = ['ImpliedConsent', 'ExpressedConsent', 'ExplicitlyExpressedConsent'] as const;

const isLang = (code: string): code is Lang => languages.some((lang) => lang === code);

/** French writes the first of a month as an ordinal, which `Intl` does not. */
const correctDate = (tag: string, date: string): string => (tag.startsWith('fr') ? date.replace(/^1 /, '1er ') : date);

/** The writing of a language, mostly from `Intl`. @param tag the language, or the reader's variant of it (BCP 47) */
export const newWriting = (t: Translate, tag: string, zone: string = readerZone): Writing => {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  const language = (lang: Lang): string => names.of(languageNames[lang].tag) ?? lang;
  const isUtc = isAlwaysUtc(zone);
  const correct = (date: string): string => correctDate(tag, date);
  const link: Writing['link'] = ({ day, ...made }) =>
    t('arrival.link', { ...made, day: correct(format(tag, day, 'day')) });
  const how = newHow(t, link);
  const span = ({ from, precision }: NamedSpan): string => {
    const written = correct(format(tag, from, precision));
    return isUtc || precision === 'month' || precision === 'day' ? written : `${written} UTC`;
  };
  const zoned = newZonedTimes(tag, 'long', zone);
  const corrected = ({ own, utc }: ZonedTime): ZonedTime => ({ own: correct(own), utc: utc && correct(utc) });
  return {
    tag,
    time: (time) => besideUtc(corrected(zoned.time(new Date(time)))),
    moment: (time) => withUtc(corrected(zoned.time(new Date(time)))),
    isUtc,
    clock: (time) => besideUtc(corrected(zoned.clock(new Date(time)))),
    span,
    precision: ({ precision }) => (precision === 'month' ? 'month' : 'day'),
    number: (count) => new Intl.NumberFormat(tag).format(count),
    how,
    link,
    operator: (by) => t('evidence.operator', { by }),
    language,
    languages: (codes) => codes.map((code) => (isLang(code) ? language(code) : escapeInvisible(code))).join(', '),
    channel: how,
    consentType: (type) => {
      const known = consentTypes.find((one) => one === type);
      return known === undefined ? type : t(`evidence.terms.consentTypes.${known}`);
    },
    noticeNumber: (pid) => t('evidence.facts.noticeNumber', { pid }),
  };
};

/** Formats a time as `YYYY-MM-DD HH:MM:SS`. */
export const showTime = (time: string): string => formatTime(new Date(time));

/** The number of characters for each precision. */
const lengths: Readonly<Record<Precision, number>> = { month: 7, day: 10, minute: 16, second: 19 };

/** As people type it: `2026-11`, `2026-11-22`, `2026-11-22 14:30`. */
export const showSpan = ({ from, precision }: NamedSpan): string => showTime(from).slice(0, lengths[precision]);

const isMonth = (from: string, until: string): boolean => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return from.endsWith('-01T00:00:00.000Z') && next.getTime() === Date.parse(until);
};

const precisionOf = ({ from, until }: StateStatement): Precision => {
  if (isMonth(from, until)) return 'month';
  const lasting = new Date(until).getTime() - new Date(from).getTime();
  if (lasting === dayMilliseconds) return 'day';
  return lasting === 60_000 ? 'minute' : 'second';
};

/** The span for which the state was asked. */
export const spanOf = (state: StateStatement): NamedSpan => ({ from: state.from, precision: precisionOf(state) });

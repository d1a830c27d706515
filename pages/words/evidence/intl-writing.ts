import type { Arrival, ReceivedBy } from '../../../shared/consents/arrival.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { languageNames, languages } from '../../../shared/schema/vocabulary.ts';
import type { ZonedTime } from './zoned-time.ts';
import { besideUtc, isAlwaysUtc, newZonedTimes, readerZone, withUtc } from './zoned-time.ts';

/** Whether a consent is in force, no longer in force, or not yet given. */
export type Standing = 'held' | 'ended' | 'none';

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
  readonly days: (count: number) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Language codes. A document of others may have anything in their place. */
  readonly languages: (codes: readonly string[]) => string;
  /** How a consent came, as a fact of its own, with the code of the channel. */
  readonly channel: (arrival: Arrival) => string;
  /** How a consent came, to follow a verb; without the code. */
  readonly how: (arrival: Arrival) => string;
  /** The channels as such, to follow a verb. */
  readonly channels: Readonly<Record<Channel, string>>;
  /** Ways that no channel names, to follow a verb. */
  readonly received: Readonly<Record<ReceivedBy, string>>;
  /** Who ran a command, by the name that the register has of them, such as `local:root`. */
  readonly operator: (by: string) => string;
  /** A time without its day. */
  readonly clock: (time: string) => string;
}

const options: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  month: { year: 'numeric', month: 'long' },
  day: { dateStyle: 'long' },
  minute: { dateStyle: 'long', timeStyle: 'short' },
  second: { dateStyle: 'long', timeStyle: 'medium' },
};

const format = (tag: string, time: string, precision: Precision): string =>
  new Intl.DateTimeFormat(tag, { ...options[precision], timeZone: 'UTC' }).format(new Date(time));

/** A sentence that begins with a word of another. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A heading inside another. */
export const withSmallInitial = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The words for how a consent came. */
export interface ArrivalWords extends Pick<Writing, 'channels' | 'received'> {
  /** @param by a user; null if nobody is known */
  readonly noted: (how: string, by: string | null) => string;
  readonly notedInFile: (how: string) => string;
  /** Follows a channel that may stand for another way, if the proof that could name it is erased. */
  readonly orOtherwise: string;
  /** In place of a user's name. */
  readonly user: (id: number) => string;
}

/** How a consent came, to follow a verb. A name in a document of others may hold anything. */
export const newHow =
  ({ channels, received, noted, notedInFile, orOtherwise, user }: ArrivalWords): Writing['how'] =>
  ({ channel, receivedBy, notedBy }) => {
    if (receivedBy === null) return channels[channel];
    if (receivedBy === 'erased') return `${channels[channel]} ${orOtherwise}`;
    if (notedBy === 'import') return notedInFile(received[receivedBy]);
    if (notedBy === null) return noted(received[receivedBy], null);
    const { id, name } = notedBy;
    return noted(received[receivedBy], name === null ? user(id) : `${escapeInvisible(name)} (${id})`);
  };

/** Writing of a language that `Intl` does not provide. */
interface Own extends ArrivalWords, Pick<Writing, 'operator'> {
  readonly days: (count: number, written: string) => string;
  /** Corrects a date that `Intl` wrote; by default, no change. */
  readonly mend?: (date: string) => string;
  readonly zone?: string;
}

const isLang = (code: string): code is Lang => languages.some((lang) => lang === code);

/** The writing of a language, mostly from `Intl`. */
export const newWriting = (
  tag: string,
  { days, operator, mend = (date) => date, zone = readerZone, ...arrival }: Own,
): Writing => {
  const how = newHow(arrival);
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  const number = (count: number): string => new Intl.NumberFormat(tag).format(count);
  const language = (lang: Lang): string => names.of(languageNames[lang].tag) ?? lang;
  const isUtc = isAlwaysUtc(zone);
  const span = ({ from, precision }: NamedSpan): string => {
    const written = mend(format(tag, from, precision));
    return isUtc || precision === 'month' || precision === 'day' ? written : `${written} UTC`;
  };
  const zoned = newZonedTimes(tag, 'long', zone);
  const mended = ({ own, utc }: ZonedTime): ZonedTime => ({ own: mend(own), utc: utc && mend(utc) });
  return {
    tag,
    time: (time) => besideUtc(mended(zoned.time(new Date(time)))),
    moment: (time) => withUtc(mended(zoned.time(new Date(time)))),
    isUtc,
    clock: (time) => besideUtc(mended(zoned.clock(new Date(time)))),
    span,
    days: (count) => days(count, number(count)),
    number,
    how,
    operator,
    channels: arrival.channels,
    received: arrival.received,
    language,
    languages: (codes) => codes.map((code) => (isLang(code) ? language(code) : escapeInvisible(code))).join(', '),
    channel: how,
  };
};

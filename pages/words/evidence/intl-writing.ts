import { languageNames } from '../../../shared/schema/language-names.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { languages } from '../../../shared/schema/vocabulary.ts';

/** Whether a consent is in force, no longer in force, or not yet given. */
export type Standing = 'held' | 'ended' | 'none';

/** The precision of a time that people write. */
export type Precision = 'month' | 'day' | 'minute' | 'second';

/** A span of time that was asked about: its beginning in ISO 8601, and its length. */
export interface NamedSpan {
  readonly from: string;
  readonly precision: Precision;
}

/** How a language writes values inside sentences. Times arrive in ISO 8601 and are written in UTC. */
export interface Writing {
  /** The tag of the language (BCP 47). */
  readonly tag: string;
  readonly time: (time: string) => string;
  readonly span: (span: NamedSpan) => string;
  readonly days: (count: number) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Language codes; anything that is not a code stays unchanged. */
  readonly languages: (codes: readonly string[]) => string;
  /** As a fact of its own. */
  readonly channel: (channel: Channel) => string;
  /** How a consent came, to follow a verb; without the code. */
  readonly channels: Readonly<Record<Channel, string>>;
  /** A time without its day. */
  readonly clock: (time: string) => string;
}

const options: Readonly<Record<Precision | 'clock', Intl.DateTimeFormatOptions>> = {
  month: { year: 'numeric', month: 'long' },
  day: { dateStyle: 'long' },
  minute: { dateStyle: 'long', timeStyle: 'short' },
  second: { dateStyle: 'long', timeStyle: 'medium' },
  clock: { timeStyle: 'medium' },
};

const format = (tag: string, time: string, precision: Precision | 'clock'): string =>
  new Intl.DateTimeFormat(tag, { ...options[precision], timeZone: 'UTC' }).format(new Date(time));

/** A sentence that begins with a word of another. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A heading inside another. */
export const decapitalise = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Writing of a language that `Intl` does not provide. */
interface Own {
  readonly days: (count: number, written: string) => string;
  readonly channels: Writing['channels'];
  /** Corrects a date that `Intl` wrote; by default, no change. */
  readonly mend?: (date: string) => string;
}

const isLang = (code: string): code is Lang => languages.some((lang) => lang === code);

/** The writing of a language, mostly from `Intl`. */
export const newWriting = (tag: string, { days, channels, mend = (date) => date }: Own): Writing => {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  const number = (count: number): string => new Intl.NumberFormat(tag).format(count);
  const language = (lang: Lang): string => `${names.of(languageNames[lang].tag)} (${lang})`;
  const span = ({ from, precision }: NamedSpan): string => mend(format(tag, from, precision));
  return {
    tag,
    time: (time) => span({ from: time, precision: 'second' }),
    clock: (time) => format(tag, time, 'clock'),
    span,
    days: (count) => days(count, number(count)),
    number,
    channels,
    language,
    languages: (codes) => codes.map((code) => (isLang(code) ? language(code) : code)).join(', '),
    channel: (channel) => `${channels[channel]} (${channel})`,
  };
};

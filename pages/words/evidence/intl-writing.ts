import { languageNames } from '../../../shared/schema/language-names.ts';
import type { Lang } from '../../../shared/schema/vocabulary.ts';
import { languages } from '../../../shared/schema/vocabulary.ts';
import type { NamedSpan, Precision, Writing } from './evidence-words.ts';

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

import type { Language } from '../locale.ts';
import { madeOnce } from '../made-once.ts';

/** Languages of notices (ISO 639-2) by those of the console. */
const codes: Readonly<Record<Language, string>> = { en: 'eng', it: 'ita', de: 'deu', fr: 'fra', es: 'spa' };

/** In which language texts are shown first: the one that was asked for, that of the reader, or else one that there is. */
export const chooseTextLanguage = (
  there: readonly string[],
  asked: string | undefined,
  reader: Language,
): string | undefined => [asked, codes[reader]].find((code) => code !== undefined && there.includes(code)) ?? there[0];

/** The tag that pages name a language by (BCP 47). */
export const tagOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** What the reader calls languages. */
export const nameLanguages: (reader: Language) => (code: string) => string = madeOnce((reader) => {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  return (code) => names.of(code) ?? code;
});

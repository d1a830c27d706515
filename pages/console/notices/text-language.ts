import type { Language } from '../locale.ts';
import { madeOnce } from '../made-once.ts';

/** Languages of notices (ISO 639-2) by language of the console. */
const codes: Readonly<Record<Language, string>> = { en: 'eng', it: 'ita', de: 'deu', fr: 'fra', es: 'spa' };

/** The language to show texts in first: the requested one, the reader's, or any that exists. */
export const chooseTextLanguage = (
  there: readonly string[],
  asked: string | undefined,
  reader: Language,
): string | undefined => [asked, codes[reader]].find((code) => code !== undefined && there.includes(code)) ?? there[0];

/** The language tag for HTML (BCP 47). */
export const tagOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** Names of languages in the reader's language. */
export const nameLanguages: (reader: Language) => (code: string) => string = madeOnce((reader) => {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  return (code) => names.of(code) ?? code;
});

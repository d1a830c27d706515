import type { Language } from '../words/console/language-tags.ts';
import { languageTags } from '../words/console/language-tags.ts';

export const isLanguage = (text: string): text is Language => languageTags.some((tag) => tag === text);

const toPrimary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The reader's first language that the console has, otherwise English. @param preferred as `navigator.languages` */
export const chooseLanguage = (preferred: readonly string[]): Language =>
  preferred.map(toPrimary).find(isLanguage) ?? 'en';

/** Browsers without a proper locale report languages that `Intl` rejects, such as `en-US@posix`. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** The reader's regional variant of a language, such as `de-AT`, for days and numbers. */
export const chooseRegion = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => toPrimary(tag) === language && isTag(tag)) ?? language;

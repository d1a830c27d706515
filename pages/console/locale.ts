import type { Lang } from '../../shared/schema/vocabulary.ts';

/** The languages of the console (BCP 47), by their own names. */
export const languages = {
  en: 'English',
  it: 'Italiano',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
} as const;
export type Language = keyof typeof languages;

/** The same languages by the codes of notices (ISO 639-3), which are also the names of the files with their words. */
export const languageCodes = {
  en: 'eng',
  it: 'ita',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
} as const satisfies Readonly<Record<Language, Lang>>;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

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

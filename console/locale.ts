/** The languages of the console (BCP 47), as those who speak them call them. */
export const languages = {
  en: 'English',
  it: 'Italiano',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
} as const;
export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

const toPrimary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The first language of the reader that the console has; English without one. @param preferred as `navigator.languages` */
export const chooseLanguage = (preferred: readonly string[]): Language =>
  preferred.map(toPrimary).find(isLanguage) ?? 'en';

/** Browsers without a proper locale name languages that `Intl` does not take, such as `en-US@posix`. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** The regional variant of a language that the reader prefers, such as `de-AT`: days and numbers are written as there. */
export const chooseRegion = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => toPrimary(tag) === language && isTag(tag)) ?? language;

import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';

/** The languages of the pages by their tags (BCP 47), in the order in which readers choose. Each has a catalogue of its name. */
export const languageTags = ['en', 'it', 'de', 'fr', 'es'] as const;
export type Language = (typeof languageTags)[number];

/** The same languages by their codes (ISO 639-3), in the same order: as notices, consents and commands name them. */
export const pageLangs = ['eng', 'ita', 'deu', 'fra', 'spa'] as const satisfies readonly Lang[];
export type PageLang = (typeof pageLangs)[number];

const tagByCode = { eng: 'en', ita: 'it', deu: 'de', fra: 'fr', spa: 'es' } as const satisfies Record<
  PageLang,
  Language
>;

export const tagOfLang = (lang: PageLang): Language => tagByCode[lang];

/** The code of a language. */
export const langOfTag = (tag: Language): PageLang => pageLangs.find((lang) => tagByCode[lang] === tag) ?? 'eng';

/** What readers of the language call it. */
export const nameOfLanguage = (tag: Language): string => languageNames[langOfTag(tag)].name;

/** The language of a page for somebody who reads this one: English where there is no such page. */
export const toPageLang = (lang: Lang): PageLang => pageLangs.find((known) => known === lang) ?? 'eng';

/** The language for a page of a person: that of most consents; on a tie, that of the newest. @param newest the languages of the newest consents */
export const chooseLang = (newest: readonly Lang[]): PageLang => {
  const counts = [...Map.groupBy(newest, (lang) => lang)];
  const [first] = counts.sort(([, one], [, other]) => other.length - one.length);
  return first === undefined ? 'eng' : toPageLang(first[0]);
};

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

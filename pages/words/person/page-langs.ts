import type { Lang } from '../../../shared/schema/vocabulary.ts';

/** The languages that the page of a person is written in, as a message lists them. */
export const pageLangs = ['eng', 'ita', 'deu', 'fra', 'spa'] as const satisfies readonly Lang[];
export type PageLang = (typeof pageLangs)[number];

/** The language of a page for somebody who reads this one: English where there is no such page. */
export const toPageLang = (lang: Lang): PageLang => pageLangs.find((known) => known === lang) ?? 'eng';

/** The language for the page: that of most consents; on a tie, that of the newest. @param newest the languages of the newest consents */
export const chooseLang = (newest: readonly Lang[]): PageLang => {
  const counts = [...Map.groupBy(newest, (lang) => lang)];
  const [first] = counts.sort(([, one], [, other]) => other.length - one.length);
  return first === undefined ? 'eng' : toPageLang(first[0]);
};

import type { NoticeContent } from '../../shared/notices/content.ts';
import { Lang } from '../../shared/schema/vocabulary.ts';

/** Texts by language, as a notice has them. */
export type Texts = NoticeContent['title'];

/** The codes of all languages, as a message lists them. */
export const languageCodes = Lang.options.join(', ');

/** Texts with the languages in the order in which they are always written. */
export const inOrder = (texts: ReadonlyMap<Lang, string>): Texts =>
  Object.fromEntries(
    Lang.options.flatMap((lang) => {
      const text = texts.get(lang);
      return text === undefined ? [] : [[lang, text]];
    }),
  );

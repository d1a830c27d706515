import type { NoticeContent } from '../../shared/notices/content.ts';
import { Lang } from '../../shared/schema/vocabulary.ts';

/** Texts by language, as a notice has them. */
export type Texts = NoticeContent['title'];

/** The codes of all languages, for messages. */
export const languageCodes = Lang.options.join(', ');

/** Texts with the languages in their fixed order. */
export const inOrder = (texts: ReadonlyMap<Lang, string>): Texts =>
  Object.fromEntries(
    Lang.options.flatMap((lang) => {
      const text = texts.get(lang);
      return text === undefined ? [] : [[lang, text]];
    }),
  );

import type { NoticeContent } from '../../shared/notices/content.ts';
import { Lang } from '../../shared/schema/vocabulary.ts';

/** Texts by language, as a notice has them. */
export type Texts = NoticeContent['title'];

/** The languages as web pages name them (BCP 47), and as those who speak them do. */
export const languages: Readonly<Record<Lang, { readonly tag: string; readonly name: string }>> = {
  ita: { tag: 'it', name: 'Italiano' },
  eng: { tag: 'en', name: 'English' },
  spa: { tag: 'es', name: 'Español' },
  deu: { tag: 'de', name: 'Deutsch' },
  fra: { tag: 'fr', name: 'Français' },
  tur: { tag: 'tr', name: 'Türkçe' },
  por: { tag: 'pt', name: 'Português' },
  rus: { tag: 'ru', name: 'Русский' },
  ukr: { tag: 'uk', name: 'Українська' },
};

/** The codes of all languages, as a message lists them. */
export const languageCodes = Lang.options.join(', ');

/** Languages that a notice has a title or a text in, in the order in which they are always written. */
export const languagesOf = ({ title, descriptionHtml }: Pick<NoticeContent, 'title' | 'descriptionHtml'>): Lang[] =>
  Lang.options.filter((lang) => title[lang] !== undefined || descriptionHtml[lang] !== undefined);

/** Texts with the languages in the order in which they are always written. */
export const inOrder = (texts: ReadonlyMap<Lang, string>): Texts =>
  Object.fromEntries(
    Lang.options.flatMap((lang) => {
      const text = texts.get(lang);
      return text === undefined ? [] : [[lang, text]];
    }),
  );

import type { Lang } from '../schema/vocabulary.ts';
import type { Statement } from './statement-schema.ts';

/** What a version says in the language that was agreed in. */
interface AgreedWords {
  readonly lang: Lang;
  readonly title: string | null;
  readonly descriptionHtml: string;
}

/** The text that was agreed to; undefined where the version has none in the language, or its text is gone. */
export const findAgreedWords = ({ notice: { content }, claimed: { lang } }: Statement): AgreedWords | undefined => {
  const text = content?.descriptionHtml[lang];
  return text === undefined ? undefined : { lang, title: content?.title[lang] ?? null, descriptionHtml: text };
};

import type { Lang } from '../schema/vocabulary.ts';
import type { Statement } from './statement.ts';

/** The words of a version in the language of the consent. */
interface AgreedWords {
  readonly lang: Lang;
  readonly title: string | null;
  readonly descriptionHtml: string;
}

/** The text to which the person agreed. Undefined if the version has none in the language, or its text is gone. */
export const findAgreedWords = ({ notice: { content }, claimed: { lang } }: Statement): AgreedWords | undefined => {
  const text = content?.descriptionHtml[lang];
  return text === undefined ? undefined : { lang, title: content?.title[lang] ?? null, descriptionHtml: text };
};

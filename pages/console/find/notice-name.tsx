import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { useLanguage } from '../language.ts';
import { nameLanguages, tagOf } from '../notices/version-facts.ts';
import type { Titled } from './register-names.ts';
import { titleOf } from './register-names.ts';

/** A text and, if it is not in the reader's language, the language that it is in. @param lang undefined for the reader's */
export const TextIn = ({ text, lang }: { readonly text: string; readonly lang: string | undefined }): VNode => {
  const nameLanguage = nameLanguages(useLanguage());
  return lang === undefined ? (
    <bdi>{tame(text)}</bdi>
  ) : (
    <>
      <bdi lang={tagOf(lang)}>{tame(text)}</bdi> ({nameLanguage(lang)})
    </>
  );
};

/** The same as `nameNotice`, marked up: a reader of screens says a title in its language. */
export const NoticeName = ({ notice }: { readonly notice: Titled }): VNode => {
  const { text, lang } = titleOf(notice, useLanguage());
  return <TextIn text={text} lang={lang} />;
};

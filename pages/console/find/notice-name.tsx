import type { VNode } from 'preact';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { useLanguage, useText } from '../language.ts';
import { nameLanguages, tagOf } from '../notices/version-facts.ts';
import type { RegisterNames, Titled } from './register-names.ts';
import { nameNotice, titleOf } from './register-names.ts';

/** A text and, if it is not in the reader's language, the language that it is in. @param lang undefined for the reader's */
export const TextIn = ({ text, lang }: { readonly text: string; readonly lang: string | undefined }): VNode => {
  const nameLanguage = nameLanguages(useLanguage());
  return lang === undefined ? (
    <bdi>{escapeInvisible(text)}</bdi>
  ) : (
    <>
      <bdi lang={tagOf(lang)}>{escapeInvisible(text)}</bdi> ({nameLanguage(lang)})
    </>
  );
};

/** The same as `nameNotice`, marked up: a reader of screens says a title in its language. */
export const NoticeName = ({ notice }: { readonly notice: Titled }): VNode => {
  const { text, lang } = titleOf(notice, useLanguage());
  return <TextIn text={text} lang={lang} />;
};

/** A name of its own for each notice: one that several share gets the number, and where names are missing, the number stands alone. */
export const useDistinctNames = (names: RegisterNames | undefined): ((pid: number) => string) => {
  const language = useLanguage();
  const t = useText();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, escapeInvisible(nameNotice(notice, language))]));
  const called = Map.groupBy(notices.values(), (name) => name);
  return (pid) => {
    const name = notices.get(pid);
    if (name === undefined) return `${t('notices.number')} ${pid}`;
    return (called.get(name)?.length ?? 0) > 1 ? `${t('notices.number')} ${pid}, ${name}` : name;
  };
};

import type { JSX } from 'preact';
import { h } from 'preact';
import { findAgreedWords } from '../../shared/evidence/agreed-text.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { describeMissingText } from '../wording/notice-facts.ts';
import { pageEnglish } from '../words/evidence/eng.ts';
import { renderNoticeText } from '../markup/shown-notice-text.ts';

/** The agreed text, in the language in which it was agreed to. */
export const renderAgreedWords = (statement: Statement): JSX.Element => {
  const words = findAgreedWords(statement);
  if (words === undefined) return h('p', { class: 'warning' }, describeMissingText(statement, pageEnglish));
  const { lang, title, descriptionHtml } = words;
  return h(
    'div',
    { class: 'text', lang: languageNames[lang].tag, dir: 'ltr' },
    title === null ? null : h('h3', null, title),
    ' ',
    renderNoticeText(descriptionHtml),
  );
};

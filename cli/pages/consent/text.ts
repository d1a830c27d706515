import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { findAgreedWords } from '../../../shared/evidence/agreed-text.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { languageNames } from '../../../shared/schema/language-names.ts';
import { describeMissingText } from '../../../verifier/wording/notice-facts.ts';
import { pageEnglish } from '../../../verifier/wording/words/english.ts';
import { renderNoticeText } from '../markup/shown-notice-text.ts';

/** The agreed text, in the language in which it was agreed to. */
export const renderAgreedWords = (statement: Statement): VNode => {
  const words = findAgreedWords(statement);
  if (words === undefined) return html`<p class="warning">${describeMissingText(statement, pageEnglish)}</p>`;
  const { lang, title, descriptionHtml } = words;
  return html`<div class="text" lang=${languageNames[lang].tag} dir="ltr">
    ${title === null ? null : html`<h3>${title}</h3>`} ${renderNoticeText(descriptionHtml)}
  </div>`;
};

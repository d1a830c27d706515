import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { findAgreedWords } from '../../../shared/evidence/agreed-text.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { languageNames } from '../../../shared/schema/language-names.ts';
import { describeMissingText, noticeFacts, termFacts } from '../../../verifier/wording/consent-facts.ts';
import { renderNoticeText } from '../markup/shown-notice-text.ts';
import { renderFacts } from './fact-list.ts';

const renderText = (statement: Statement): VNode => {
  const words = findAgreedWords(statement);
  if (words === undefined) return html`<p class="warning">${describeMissingText(statement)}</p>`;
  const { lang, title, descriptionHtml } = words;
  return html`<div class="text" lang=${languageNames[lang].tag} dir="ltr">
    ${title === null ? null : html`<h3>${title}</h3>`} ${renderNoticeText(descriptionHtml)}
  </div>`;
};

/** The text that was agreed to, in the language that was agreed to, and what is known of it. */
export const renderNotice = (statement: Statement): VNode => {
  const { hash, content } = statement.notice;
  return html`<section>
    <h2>The text that was agreed to</h2>
    ${renderText(statement)}
    <h3>What is known of this text</h3>
    ${
      hash.agree || hash.recomputed === null
        ? null
        : html`<p class="warning">The text is not the one that was agreed to: its hash differs.</p>`
    }
    ${renderFacts([...noticeFacts(statement), ...(content === null ? [] : termFacts(content))])}
  </section>`;
};

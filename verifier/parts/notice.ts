import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { noticeFacts } from '../wording/consent-facts.ts';
import { termFacts } from '../wording/term-facts.ts';
import { renderFacts } from './fact-list.ts';

/**
 * The text that was agreed to, and what is known of it.
 *
 * @param shown the text, as the page shows it
 */
export const renderNotice = (statement: Statement, shown: VNode): VNode => {
  const { hash, content } = statement.notice;
  return html`<section>
    <h2>The text that was agreed to</h2>
    ${shown}
    <h3>What is known of this text</h3>
    ${
      hash.agree || hash.recomputed === null
        ? null
        : html`<p class="warning">The text is not the one that was agreed to: its hash differs.</p>`
    }
    ${renderFacts([...noticeFacts(statement), ...(content === null ? [] : termFacts(content))])}
  </section>`;
};

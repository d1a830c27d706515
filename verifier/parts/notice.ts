import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { noticeFacts } from '../wording/notice-facts.ts';
import { termFacts } from '../wording/term-facts.ts';
import type { EvidenceWords } from '../wording/words/words.ts';
import { renderFacts } from './fact-list.ts';
import type { PartDrawing } from './part-drawing.ts';
import { drawPart } from './part-drawing.ts';

/**
 * The text that was agreed to, and the facts about it.
 *
 * @param shown the text, as the page shows it
 */
export const renderNotice = (
  statement: Statement,
  shown: VNode,
  words: EvidenceWords,
  draw: PartDrawing = drawPart,
): VNode => {
  const { hash, content } = statement.notice;
  const { parts } = words;
  const facts = [...noticeFacts(statement, words), ...(content === null ? [] : termFacts(content, words))];
  return html`<section>
    <h2>${statement.imported === null ? parts.text : parts.textOfImport}</h2>
    ${shown}
    ${hash.agree || hash.recomputed === null ? null : html`<p class="warning">${parts.otherText}</p>`}
    ${draw(html`<h3>${parts.ofText}</h3>`, renderFacts(facts))}
  </section>`;
};

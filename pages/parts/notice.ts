import type { VNode } from 'preact';
import { h } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { noticeFacts, termFacts } from '../sentences/notice-facts.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import type { PartDrawing } from './consent-parts.ts';
import { drawPart, renderFacts, renderPart } from './consent-parts.ts';

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
  return renderPart(
    statement.imported === null ? parts.text : parts.textOfImport,
    shown,
    hash.agree || hash.recomputed === null ? null : h('p', { class: 'warning' }, parts.otherText),
    draw(h('h3', null, parts.ofText), renderFacts(facts)),
  );
};

import type { VNode } from 'preact';
import { h } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { noticeFacts } from '../wording/notice-facts.ts';
import { termFacts } from '../wording/term-facts.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';
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
  return h(
    'section',
    null,
    h('h2', null, statement.imported === null ? parts.text : parts.textOfImport),
    shown,
    hash.agree || hash.recomputed === null ? null : h('p', { class: 'warning' }, parts.otherText),
    draw(h('h3', null, parts.ofText), renderFacts(facts)),
  );
};

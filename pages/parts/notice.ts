import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import { noticeFacts, termFacts } from '../sentences/notice-facts.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import { renderFacts, renderPart } from './consent-parts.ts';

/** The text that was agreed to, and a warning if it may be another. @param shown the text, as the page shows it @param more below it */
export const renderNoticeText = (statement: Statement, shown: VNode, words: EvidenceWords, more?: VNode): VNode => {
  const { hash } = statement.notice;
  const { parts } = words;
  return renderPart(
    statement.imported === null ? parts.text : parts.textOfImport,
    shown,
    hash.agree || hash.recomputed === null ? null : h('p', { class: 'warning' }, parts.otherText),
    more,
  );
};

/** The text that was agreed to, and the facts about it. */
export const renderNotice = (statement: Statement, shown: VNode, words: EvidenceWords): VNode => {
  const { content } = statement.notice;
  const facts = [...noticeFacts(statement, words), ...(content === null ? [] : termFacts(content, words))];
  const about = h(Fragment, null, h('h3', null, words.parts.ofText), renderFacts(facts));
  return renderNoticeText(statement, shown, words, about);
};

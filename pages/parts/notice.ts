import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import { noticeFacts, termFacts } from '../sentences/notice-facts.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { Facts, renderPart } from './consent-parts.ts';

/** The text that was agreed to, and a warning if it may be another. @param shown the text, as the page shows it @param more below it */
export const renderNoticeText = (statement: Statement, shown: VNode, words: EvidenceText, more?: VNode): VNode => {
  const { hash } = statement.notice;
  return renderPart(
    statement.imported === null ? words.t('evidence.parts.text') : words.t('evidence.parts.textOfImport'),
    shown,
    hash.agree || hash.recomputed === null ? null : h('p', { class: 'warning' }, words.t('evidence.parts.otherText')),
    more,
  );
};

/** The text that was agreed to, and the facts about it. */
export const renderNotice = (statement: Statement, shown: VNode, words: EvidenceText): VNode => {
  const { content } = statement.notice;
  const facts = [...noticeFacts(statement, words), ...(content === null ? [] : termFacts(content, words))];
  const about = h(Fragment, null, h('h3', null, words.t('evidence.parts.ofText')), h(Facts, { facts: facts }));
  return renderNoticeText(statement, shown, words, about);
};

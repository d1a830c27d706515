import type { VNode } from 'preact';
import { h } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { GapInWords } from '../wording/consent-gaps.ts';
import { describeGaps } from '../wording/consent-gaps.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

const renderGap = ({ says, mend }: GapInWords): VNode => h('li', null, says, h('p', { class: 'remark' }, mend));

/** What would make the consent stronger: each gap with its remedy. */
export const renderCompleteness = (statement: Statement, words: EvidenceWords): VNode => {
  const gaps = describeGaps(statement, words);
  const { heading, remark, none } = words.gaps;
  return h(
    'section',
    null,
    h('h2', null, heading),
    h('p', { class: 'remark' }, remark),
    gaps.length === 0 ? h('p', null, none) : h('ul', null, gaps.map(renderGap)),
  );
};

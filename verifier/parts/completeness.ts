import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { GapInWords } from '../wording/consent-gaps.ts';
import { describeGaps } from '../wording/consent-gaps.ts';
import type { EvidenceWords } from '../wording/words/words.ts';

const renderGap = ({ says, mend }: GapInWords): VNode => html`<li>
  ${says}
  <p class="remark">${mend}</p>
</li>`;

/** What would make the consent stronger: each gap with its remedy. */
export const renderCompleteness = (statement: Statement, words: EvidenceWords): VNode => {
  const gaps = describeGaps(statement, words);
  const { heading, remark, none } = words.gaps;
  return html`<section>
    <h2>${heading}</h2>
    <p class="remark">${remark}</p>
    ${gaps.length === 0 ? html`<p>${none}</p>` : html`<ul>${gaps.map(renderGap)}</ul>`}
  </section>`;
};

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { GapInWords } from '../wording/consent-gaps.ts';
import { describeGaps, nothingMissing } from '../wording/consent-gaps.ts';

const renderGap = ({ gap, says, mend }: GapInWords): VNode => html`<li>
  ${says} <code>${gap}</code>
  <p class="remark">${mend}</p>
</li>`;

/** What would make the consent stronger, each with its code and what mends it. */
export const renderCompleteness = (statement: Statement): VNode => {
  const gaps = describeGaps(statement);
  return html`<section>
    <h2>What would make it stronger</h2>
    <p class="remark">The register looks for signs that make a consent stronger as evidence. This list does not say whether the consent is lawful.</p>
    ${gaps.length === 0 ? html`<p>${nothingMissing}</p>` : html`<ul>${gaps.map(renderGap)}</ul>`}
  </section>`;
};

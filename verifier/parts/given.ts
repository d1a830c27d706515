import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import {
  claimedFacts,
  describeErased,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
} from '../wording/consent-facts.ts';
import type { EvidenceWords } from '../wording/words/words.ts';
import { renderFacts } from './fact-list.ts';

const renderOrigin = ({ observed, imported, times }: Statement, words: EvidenceWords): VNode => {
  const { parts } = words;
  if (imported === null) {
    return html`<h3>${parts.observed}</h3>
      <p class="remark">${parts.observedRemark}</p>
      ${observed && renderFacts(observedFacts(observed, words))}`;
  }
  return html`<h3>${parts.origin}</h3>
    <p class="remark">${parts.importRemark}</p>
    ${renderFacts(importFacts(imported, times.given, words))}
    ${imported.observed && html`<h4>${parts.elsewhere}</h4>${renderFacts(observedElsewhereFacts(imported.observed, words))}`}
    ${imported.revocationObserved && html`<h4>${parts.elsewhereRevoked}</h4>${renderFacts(observedElsewhereFacts(imported.revocationObserved, words))}`}`;
};

const renderPerson = (statement: Statement, words: EvidenceWords): VNode => {
  const facts = personFacts(statement);
  return html`<h4>${words.parts.person}</h4>
    ${facts.length > 0 ? html`<div class="told">${renderFacts(facts)}</div>` : html`<p>${describeErased(statement, words)}</p>`}`;
};

/** What the site said, next to what the register observed. */
export const renderSaidAndSeen = (statement: Statement, words: EvidenceWords): VNode => html`<div class="beside">
  <section>
    <h3>${words.parts.said}</h3>
    <p class="remark">${words.parts.saidRemark}</p>
    ${renderFacts(claimedFacts(statement, words))}
    ${renderPerson(statement, words)}
  </section>
  <section>${renderOrigin(statement, words)}</section>
</div>`;

/** Who gave it, when and how. */
export const renderGiven = (statement: Statement, words: EvidenceWords): VNode => html`<section>
  <h2>${words.parts.given}</h2>
  ${renderFacts(identityFacts(statement, words))}
  ${renderSaidAndSeen(statement, words)}
</section>`;

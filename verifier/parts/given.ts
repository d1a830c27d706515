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
import { renderFacts } from './fact-list.ts';

const claimRemark = 'The register kept it as it came. It cannot know whether it is so.';
const observationRemark =
  'The register noted this when the call came. Address and program are those of the caller. Often that is the server of the site.';

const importRemark =
  'The consent was imported. The register was not there when it was given, and observed nothing of it.';

const renderOrigin = ({ observed, imported }: Statement): VNode => {
  if (imported === null) {
    return html`<h3>What the register observed</h3>
      <p class="remark">${observationRemark}</p>
      ${observed && renderFacts(observedFacts(observed))}`;
  }
  return html`<h3>Where it comes from</h3>
    <p class="remark">${importRemark}</p>
    ${renderFacts(importFacts(imported))}
    ${imported.observed && html`<h4>What another register observed, as the file said</h4>${renderFacts(observedElsewhereFacts(imported.observed))}`}
    ${imported.revocationObserved && html`<h4>The same of the revocation</h4>${renderFacts(observedElsewhereFacts(imported.revocationObserved))}`}`;
};

const renderPerson = (statement: Statement): VNode => {
  const facts = personFacts(statement);
  return html`<h4>Of the person</h4>
    ${facts.length > 0 ? html`<div class="told">${renderFacts(facts)}</div>` : html`<p>${describeErased(statement)}</p>`}`;
};

/** Who gave it, when and how: what the site said beside what the register observed. */
export const renderGiven = (statement: Statement): VNode => html`<section>
  <h2>Who, when and how</h2>
  ${renderFacts(identityFacts(statement))}
  <div class="beside">
    <section>
      <h3>What the site said</h3>
      <p class="remark">${claimRemark}</p>
      ${renderFacts(claimedFacts(statement))}
      ${renderPerson(statement)}
    </section>
    <section>${renderOrigin(statement)}</section>
  </div>
</section>`;

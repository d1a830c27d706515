import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Proof } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { describeErased, observedFacts } from '../wording/consent-facts.ts';
import { renderFacts } from './fact-list.ts';
import { renderProof } from './proof.ts';

/** A proof, or that it was erased: of no other consent is it empty. */
const renderKeptProof = (statement: Statement, proof: Proof, markup: MarkupShowing): VNode =>
  Object.keys(proof).length === 0
    ? html`<p>${describeErased(statement)}</p>`
    : html`<p class="remark">As the site gave it. Characters that nobody sees are written as \\u{…}.</p>${renderProof(proof, { markup, heading: 'h3' })}`;

/** What shows that the person agreed. */
export const renderProofOfConsent = (statement: Statement, markup: MarkupShowing): VNode => html`<section>
  <h2>The proof</h2>
  ${renderKeptProof(statement, statement.claimed.proof, markup)}
</section>`;

/** The revocation with its own proof; null where there was none. */
export const renderRevocation = (statement: Statement, markup: MarkupShowing): VNode | null => {
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  return html`<section>
    <h2>The revocation</h2>
    <div class="beside">
      <section><h3>What the site said</h3>${renderFacts([['channel', claimed.channel ?? 'unknown']])}</section>
      ${observed && html`<section><h3>What the register observed</h3>${renderFacts(observedFacts(observed))}</section>`}
    </div>
    <h3>Proof of the revocation</h3>
    ${renderKeptProof(statement, claimed.proof ?? {}, markup)}
  </section>`;
};

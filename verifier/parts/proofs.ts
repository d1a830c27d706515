import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Proof } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { describeErased, observedFacts, revocationFacts } from '../wording/consent-facts.ts';
import type { EvidenceWords } from '../wording/words/words.ts';
import { renderFacts } from './fact-list.ts';
import { renderProof } from './proof.ts';

/** A proof, or a note that it was erased: only an erased consent has an empty proof. */
const renderKeptProof = (statement: Statement, proof: Proof, markup: MarkupShowing, words: EvidenceWords): VNode =>
  Object.keys(proof).length === 0
    ? html`<p>${describeErased(statement, words)}</p>`
    : html`<p class="remark">${words.parts.proofRemark}</p>${renderProof(proof, { markup, heading: 'h3' })}`;

/** The proof that the person agreed. */
export const renderProofOfConsent = (statement: Statement, markup: MarkupShowing, words: EvidenceWords): VNode =>
  html`<section>
  <h2>${words.parts.proof}</h2>
  ${renderKeptProof(statement, statement.claimed.proof, markup, words)}
</section>`;

/** The revocation with its own proof; null without one. */
export const renderRevocation = (statement: Statement, markup: MarkupShowing, words: EvidenceWords): VNode | null => {
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  const { parts } = words;
  return html`<section>
    <h2>${parts.revocation}</h2>
    <div class="beside">
      <section><h3>${parts.said}</h3>${renderFacts(revocationFacts(claimed, words))}</section>
      ${observed && html`<section><h3>${parts.observed}</h3>${renderFacts(observedFacts(observed, words))}</section>`}
    </div>
    <h3>${parts.proofOfRevocation}</h3>
    ${renderKeptProof(statement, claimed.proof ?? {}, markup, words)}
  </section>`;
};

import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Proof } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { describeErased, observedFacts, revocationFacts } from '../wording/consent-facts.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';
import { renderFacts } from './fact-list.ts';
import { renderProof } from './proof.ts';

/** A proof, or a note that it was erased: only an erased consent has an empty proof. */
const renderKeptProof = (statement: Statement, proof: Proof, markup: MarkupShowing, words: EvidenceWords): VNode =>
  Object.keys(proof).length === 0
    ? h('p', null, describeErased(statement, words))
    : h(
        Fragment,
        null,
        h('p', { class: 'remark' }, words.parts.proofRemark),
        renderProof(proof, { markup, heading: 'h3' }),
      );

/** The proof that the person agreed. */
export const renderProofOfConsent = (statement: Statement, markup: MarkupShowing, words: EvidenceWords): VNode =>
  h(
    'section',
    null,
    h('h2', null, words.parts.proof),
    renderKeptProof(statement, statement.claimed.proof, markup, words),
  );

/** The revocation with its own proof; null without one. */
export const renderRevocation = (statement: Statement, markup: MarkupShowing, words: EvidenceWords): VNode | null => {
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  const { parts } = words;
  return h(
    'section',
    null,
    h('h2', null, parts.revocation),
    h(
      'div',
      { class: 'beside' },
      h('section', null, h('h3', null, parts.said), renderFacts(revocationFacts(claimed, words))),
      observed && h('section', null, h('h3', null, parts.observed), renderFacts(observedFacts(observed, words))),
    ),
    h('h3', null, parts.proofOfRevocation),
    renderKeptProof(statement, claimed.proof ?? {}, markup, words),
  );
};

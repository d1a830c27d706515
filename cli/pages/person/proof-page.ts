import { html } from 'htm/preact';
import type { Proof } from '../../../shared/consents/evidence.ts';
import { languageNames } from '../../../shared/schema/language-names.ts';
import { renderProof } from '../../../verifier/parts/proof.ts';
import { renderPage } from '../page.ts';
import { personStyle } from './style.ts';
import type { Voice } from './voice.ts';

/** A separate page for a proof that is too long for the person's page. */
export const renderProofPage = (consentId: string, heading: string, proof: Proof, voice: Voice): string =>
  renderPage({
    title: heading,
    lang: languageNames[voice.lang].tag,
    style: personStyle,
    body: html`
      <header><h1>${heading}</h1><p class="remark">${voice.words.id}: <code>${consentId}</code></p></header>
      <main>${renderProof(proof, { markup: voice.markup, heading: 'h3' })}</main>
    `,
  });

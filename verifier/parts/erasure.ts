import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { EvidenceWords } from '../wording/words/words.ts';

/** That what was personal was erased, and what is left; null where it was not. */
export const renderErasure = ({ erasure }: Statement, { parts }: EvidenceWords): VNode | null =>
  erasure &&
  html`<section>
    <h2>${parts.erasure}</h2>
    <p>${parts.erasedOn(erasure.time)}</p>
  </section>`;

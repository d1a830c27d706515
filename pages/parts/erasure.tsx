import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** That the personal data was erased, and what is left; null without an erasure. */
export const renderErasure = ({ erasure }: Statement, { parts }: EvidenceWords): VNode | null =>
  erasure && (
    <section>
      <h2>{parts.erasure}</h2>
      <p>{parts.erasedOn(erasure.time)}</p>
    </section>
  );

import type { VNode } from 'preact';
import { stateIn } from '../../shared/evidence/state-statement.ts';
import { partNames } from '../../shared/evidence/statement-format.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { readTimeSpan } from '../../shared/evidence/time-span.ts';
import { followTimes } from '../../verifier/followed-times.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import { renderFacts } from './consent-parts.ts';

/** Whether a text names a month, a day or a time in UTC. */
export const namesTime = (text: string): boolean => readTimeSpan(text) !== undefined;

/**
 * The statement as if this time had been asked about; undefined if the text names no time.
 *
 * @param text a month, a day or a time in UTC
 */
export const askAbout = (statement: Statement, text: string): Statement | undefined => {
  const span = readTimeSpan(text);
  return span && { ...statement, state: stateIn(followTimes(statement), span, new Date(statement.issuedAt)) };
};

/** That the personal data was erased, and what is left; null without an erasure. */
export const renderErasure = ({ erasure }: Statement, { parts }: EvidenceWords): VNode | null =>
  erasure && (
    <section>
      <h2>{parts.erasure}</h2>
      <p>{parts.erasedOn(erasure.time)}</p>
    </section>
  );

/** The hash of each part, for readers who have a part from another source. */
export const renderHashes = ({ hashes }: Statement, { checks: { hashes: words } }: EvidenceWords): VNode => (
  <details>
    <summary>{words.heading}</summary>
    <p class="remark">{words.remark}</p>
    {renderFacts(partNames.map((name) => [name, hashes[name]]))}
  </details>
);

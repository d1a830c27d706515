import type { VNode } from 'preact';
import { stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { readTimeSpan } from '../../shared/evidence/time-span.ts';
import { followTimes } from '../../verifier/agreement/state-agreement.ts';
import { describeOutlook, describeState } from '../wording/consent-state.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

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

/** The state at the time asked about in a sentence, and the outlook. */
export const renderState = (statement: Statement, words: EvidenceWords): VNode => {
  const isHolding = statement.state.phases.every(({ state }) => state === 'active');
  return (
    <div>
      <p class={`state ${isHolding ? 'holds' : 'ended'}`}>{describeState(statement, words)}</p>
      <p>{describeOutlook(statement, words)}</p>
    </div>
  );
};

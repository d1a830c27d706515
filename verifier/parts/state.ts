import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { readTimeSpan } from '../../shared/evidence/time-span.ts';
import { followTimes } from '../agreement/state-agreement.ts';
import { describeOutlook, describeState } from '../wording/consent-state.ts';
import type { EvidenceWords } from '../wording/words/words.ts';

/** Whether a text names a month, a day or a time in UTC. */
export const namesTime = (text: string): boolean => readTimeSpan(text) !== undefined;

/**
 * The statement as it would be had a time been asked about when it was issued; undefined where the text names none.
 *
 * @param text a month, a day or a time in UTC
 */
export const askAbout = (statement: Statement, text: string): Statement | undefined => {
  const span = readTimeSpan(text);
  return span && { ...statement, state: stateIn(followTimes(statement), span, new Date(statement.issuedAt)) };
};

/** The state that was asked about in a sentence, and what is to be known beside it. */
export const renderState = (statement: Statement, words: EvidenceWords): VNode => {
  const isHolding = statement.state.phases.every(({ state }) => state === 'active');
  return html`<div>
    <p class=${`state ${isHolding ? 'holds' : 'ended'}`}>${describeState(statement, words)}</p>
    <p>${describeOutlook(statement, words)}</p>
  </div>`;
};

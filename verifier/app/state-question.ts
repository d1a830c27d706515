import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { readTimeSpan, timeRule } from '../../shared/evidence/time-span.ts';
import { followTimes } from '../agreement/state-agreement.ts';
import { describeOutlook, describeState, headState, showTime } from '../wording/consent-state.ts';

/** The statement as it would be had the reader's time been asked about when it was issued. */
const askAgain = (statement: Statement, text: string): Statement | undefined => {
  const span = readTimeSpan(text);
  return span && { ...statement, state: stateIn(followTimes(statement), span, new Date(statement.issuedAt)) };
};

const renderAnswer = (statement: Statement): VNode => {
  const isHolding = statement.state.phases.every(({ state }) => state === 'active');
  return html`<div>
    <h3>${headState(statement)}</h3>
    <p class=${`state ${isHolding ? 'holds' : 'ended'}`}>${describeState(statement)}</p>
    <p>${describeOutlook(statement)}</p>
  </div>`;
};

const remarkOf = ({ issuedAt }: Statement): string =>
  `“Now” is the moment when the document was issued, ${showTime(issuedAt)} UTC. The document does not know what happened later. All times are UTC.`;

/** The state of the consent, and a field to ask for that of another time. */
export const StateQuestion = ({ statement }: { readonly statement: Statement }): VNode => {
  const [text, setText] = useState('');
  const asked = text.trim() === '' ? statement : askAgain(statement, text);
  const listen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    setText(currentTarget.value);
  return html`<section>
    <h2>Whether the consent was in force</h2>
    <div aria-live="polite">${asked ? renderAnswer(asked) : html`<p class="warning">${timeRule}</p>`}</div>
    <p class="field">
      <label for="asked-time">At another time (UTC), such as 2026-11-22 or 2026-11-22T14:30</label>
      <input id="asked-time" inputmode="text" autocomplete="off" spellcheck=${false} value=${text} onInput=${listen} />
    </p>
    <p class="remark">${remarkOf(statement)}</p>
  </section>` as VNode;
};

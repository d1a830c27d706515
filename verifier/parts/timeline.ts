import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { showTime } from '../wording/consent-state.ts';
import { toTimeline } from '../wording/consent-timeline.ts';

/** What happened to it and to its notice, or will. */
export const renderTimeline = (statement: Statement): VNode => html`<section>
  <h2>What happened</h2>
  <ol class="events">
    ${toTimeline(statement).map(
      ({ time, says, isToCome }) => html`<li class=${isToCome ? 'later' : null}>
        <time datetime=${time}>${showTime(time)}</time>
        <span>${isToCome ? 'To come: ' : ''}${says}</span>
      </li>`,
    )}
  </ol>
</section>`;

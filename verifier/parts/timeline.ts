import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { toTimeline } from '../wording/consent-timeline.ts';
import type { EvidenceWords } from '../wording/words/words.ts';

/** Past and future events of the consent and its notice. */
export const renderTimeline = (statement: Statement, words: EvidenceWords): VNode => html`<section>
  <h2>${words.parts.timeline}</h2>
  <ol class="events">
    ${toTimeline(statement, words).map(
      ({ time, says, isToCome }) => html`<li class=${isToCome ? 'later' : null}>
        <time datetime=${time}>${words.writing.time(time)}</time>
        <span>${isToCome ? words.timeline.toCome(says) : says}</span>
      </li>`,
    )}
  </ol>
</section>`;

import type { VNode } from 'preact';
import { h } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { toTimeline } from '../wording/consent-timeline.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** Past and future events of the consent and its notice. */
export const renderTimeline = (statement: Statement, words: EvidenceWords): VNode =>
  h(
    'section',
    null,
    h('h2', null, words.parts.timeline),
    h(
      'ol',
      { class: 'events' },
      toTimeline(statement, words).map(({ time, says, isToCome }) =>
        h(
          'li',
          { class: isToCome ? 'later' : undefined },
          h('time', { datetime: time }, words.writing.time(time)),
          h('span', null, isToCome ? words.timeline.toCome(says) : says),
        ),
      ),
    ),
  );

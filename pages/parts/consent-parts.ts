import type { ComponentChildren, JSX, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import {
  claimedFacts,
  describeEnd,
  describeErased,
  describeStates,
  headStates,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
  toTimeline,
} from '../sentences/consent-facts.ts';
import type { EvidenceText } from '../sentences/writing.ts';

const renderOrigin = ({ observed, imported, times }: Statement, words: EvidenceText): JSX.Element => {
  if (imported === null) {
    return h(
      Fragment,
      null,
      h('h3', null, words.t('evidence.parts.observed')),
      h('p', { class: 'remark' }, words.t('evidence.parts.observedRemark')),
      observed && h(Facts, { facts: observedFacts(observed, words) }),
    );
  }
  return h(
    Fragment,
    null,
    h('h3', null, words.t('evidence.parts.origin')),
    h('p', { class: 'remark' }, words.t('evidence.parts.importRemark')),
    h(Facts, { facts: importFacts(imported, times.given, words) }),
    imported.observed &&
      h(
        Fragment,
        null,
        h('h4', null, words.t('evidence.parts.elsewhere')),
        h(Facts, { facts: observedElsewhereFacts(imported.observed, words) }),
      ),
    imported.revocationObserved &&
      h(
        Fragment,
        null,
        h('h4', null, words.t('evidence.parts.elsewhereRevoked')),
        h(Facts, { facts: observedElsewhereFacts(imported.revocationObserved, words) }),
      ),
  );
};

const renderPerson = (statement: Statement, words: EvidenceText): JSX.Element => {
  const facts = personFacts(statement);
  return h(
    Fragment,
    null,
    h('h4', null, words.t('evidence.parts.person')),
    facts.length > 0
      ? h('div', { class: 'told' }, h(Facts, { facts: facts }))
      : h('p', null, describeErased(statement, words)),
  );
};

/** What the site said, next to what the register observed. */
export const renderSaidAndSeen = (statement: Statement, words: EvidenceText): JSX.Element =>
  h(
    'div',
    { class: 'beside' },
    h(
      'section',
      null,
      h('h3', null, words.t('evidence.parts.said')),
      h('p', { class: 'remark' }, words.t('evidence.parts.saidRemark')),
      h(Facts, { facts: claimedFacts(statement, words) }),
      renderPerson(statement, words),
    ),
    h('section', null, renderOrigin(statement, words)),
  );

/** A part of a page under its heading. */
export const renderPart = (heading: string, ...content: readonly ComponentChildren[]): VNode =>
  h('section', null, h('h2', null, heading), ...content);

/** Who gave it, when and how. */
export const renderGiven = (statement: Statement, words: EvidenceText): JSX.Element =>
  renderPart(
    words.t('evidence.parts.given'),
    h(Facts, { facts: identityFacts(statement, words) }),
    renderSaidAndSeen(statement, words),
  );

/** Names and values. Each keeps its own reading direction. A value with markup keeps what it says harmless itself. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: string | VNode])[];
}): VNode =>
  h(
    'dl',
    null,
    facts.map(([name, value]) =>
      h(
        'div',
        null,
        h('dt', null, h('bdi', null, escapeInvisible(name))),
        h('dd', null, h('bdi', null, typeof value === 'string' ? escapeInvisible(value) : value)),
      ),
    ),
  );

/** Past and future events of the consent and its notice. */
export const renderTimeline = (statement: Statement, words: EvidenceText): VNode =>
  renderPart(
    words.t('evidence.parts.timeline'),
    h(
      'ol',
      { class: 'events' },
      toTimeline(statement, words).map(({ time, says, isToCome }) =>
        h(
          'li',
          { class: isToCome ? 'later' : undefined },
          h('time', { datetime: time }, words.writing.time(time)),
          h('span', null, isToCome ? words.t('evidence.timeline.toCome', { says }) : says),
        ),
      ),
    ),
  );

/** How a page draws a part that it may fold. */
export type PartDrawing = (heading: VNode, content: VNode) => VNode;

/** For a page that folds nothing. */
export const drawPart: PartDrawing = (heading, content) => h(Fragment, null, heading, content);

/** The heading of a consent: its state, one line for each time. */
export const renderHeads = (statement: Statement, words: EvidenceText): VNode =>
  h(
    Fragment,
    null,
    headStates(statement, words).map((head, i) => [i > 0 && h('br', null), head]),
  );

/** The state at the time asked about and now, a sentence each, and when it will end. */
export const renderState = (statement: Statement, words: EvidenceText): VNode => {
  const end = describeEnd(statement, words);
  return h(
    'div',
    null,
    describeStates(statement, words).map(({ says, isHolding }) =>
      h('p', { class: `state ${isHolding ? 'holds' : 'ended'}` }, says),
    ),
    end === '' ? null : h('p', null, end),
  );
};

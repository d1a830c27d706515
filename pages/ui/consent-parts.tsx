import type { JSX, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Proof } from '../../shared/consents/person-data.ts';
import { readTimes, stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { readTimeSpan } from '../../shared/schema/time-span.ts';
import type { GapInWords } from '../describe/consent.ts';
import {
  claimedFacts,
  describeEnd,
  describeErased,
  describeGaps,
  describeStates,
  headStates,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
  revocationFacts,
  toTimeline,
} from '../describe/consent.ts';
import type { EvidenceText } from '../describe/writing.ts';
import { Facts, renderPart } from './facts.ts';
import type { MarkupShowing } from './markup.ts';
import { renderProof } from './markup.ts';

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

/** Who gave it, when and how. */
export const renderGiven = (statement: Statement, words: EvidenceText): JSX.Element =>
  renderPart(
    words.t('evidence.parts.given'),
    h(Facts, { facts: identityFacts(statement, words) }),
    renderSaidAndSeen(statement, words),
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

/** Whether a text names a month, a day or a time in UTC. */
export const namesTime = (text: string): boolean => readTimeSpan(text) !== undefined;

/**
 * The statement as if this time had been asked about; undefined if the text names no time.
 *
 * @param text a month, a day or a time in UTC
 */
export const askAbout = (statement: Statement, text: string): Statement | undefined => {
  const span = readTimeSpan(text);
  return span && { ...statement, state: stateIn(readTimes(statement.times), span, new Date(statement.issuedAt)) };
};

/** That the personal data was erased, and what is left; null without an erasure. */
export const renderErasure = ({ erasure }: Statement, { t, writing }: EvidenceText): VNode | null =>
  erasure && (
    <section>
      <h2>{t('evidence.parts.erasure')}</h2>
      <p>{t('evidence.parts.erasedOn', { time: writing.moment(erasure.time) })}</p>
    </section>
  );

/** A proof, or a note that it was erased: only an erased consent has an empty proof. */
const renderKeptProof = (statement: Statement, proof: Proof, markup: MarkupShowing, words: EvidenceText): VNode =>
  Object.keys(proof).length === 0
    ? h('p', null, describeErased(statement, words))
    : h(
        Fragment,
        null,
        h('p', { class: 'remark' }, words.t('evidence.parts.proofRemark', { escape: String.raw`\u{…}` })),
        renderProof(proof, { markup, heading: 'h3' }),
      );

/** The proof that the person agreed. */
export const renderProofOfConsent = (statement: Statement, markup: MarkupShowing, words: EvidenceText): VNode =>
  renderPart(words.t('evidence.parts.proof'), renderKeptProof(statement, statement.claimed.proof, markup, words));

/** The revocation with its own proof; null without one. */
export const renderRevocation = (statement: Statement, markup: MarkupShowing, words: EvidenceText): VNode | null => {
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  return renderPart(
    words.t('evidence.parts.revocation'),
    h(
      'div',
      { class: 'beside' },
      h(
        'section',
        null,
        h('h3', null, words.t('evidence.parts.said')),
        h(Facts, { facts: revocationFacts(statement, words) }),
      ),
      observed &&
        h(
          'section',
          null,
          h('h3', null, words.t('evidence.parts.observed')),
          h(Facts, { facts: observedFacts(observed, words) }),
        ),
    ),
    h('h3', null, words.t('evidence.parts.proofOfRevocation')),
    renderKeptProof(statement, claimed.proof, markup, words),
  );
};

const renderGap = ({ says, mend }: GapInWords): VNode => h('li', null, says, h('p', { class: 'remark' }, mend));

/** What would make the consent stronger: each gap with its remedy. */
export const renderCompleteness = (statement: Statement, words: EvidenceText): VNode => {
  const gaps = describeGaps(statement, words);
  return renderPart(
    words.t('evidence.gaps.heading'),
    h('p', { class: 'remark' }, words.t('evidence.gaps.remark')),
    gaps.length === 0 ? h('p', null, words.t('evidence.gaps.none')) : h('ul', null, gaps.map(renderGap)),
  );
};

import type { JSX, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Proof } from '../../shared/consents/person-data.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { MarkupShowing } from '../html/shown-markup.ts';
import { drawnAtOnce, isMarkup, renderMarkup, renderSource } from '../html/shown-markup.ts';
import type { GapInWords } from '../sentences/consent-facts.ts';
import { describeErased, describeGaps, observedFacts, revocationFacts } from '../sentences/consent-facts.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { Facts, renderPart } from './consent-parts.ts';

/** Longer texts have a box of their own. */
const lineCharacters = 200;

const isLine = (text: string): boolean => text.length <= lineCharacters && !/[\r\n]/.test(text);

/** How a page shows a proof: the texts around markup, and the heading level of its parts. */
interface Showing {
  readonly markup: MarkupShowing;
  readonly heading: 'h3' | 'h4';
}

const renderMember = ([name, text]: [string, string], { markup, heading }: Showing): JSX.Element => {
  const shown = escapeInvisible(name);
  const title = h(heading, null, h('bdi', null, shown));
  if (isMarkup(text)) return h('section', null, title, renderMarkup(shown, text, markup));
  const value = isLine(text) ? h('p', null, h('bdi', null, escapeInvisible(text))) : renderSource(shown, text, markup);
  return h('section', null, title, value);
};

/** The room left for each part to be drawn at once. A part that does not fit is folded and takes no room. */
const findRooms = (texts: readonly string[]): readonly number[] => {
  let room = drawnAtOnce;
  return texts.map((text) => {
    const before = room;
    if (text.length <= room) room -= text.length;
    return before;
  });
};

/**
 * The parts of a proof as text, and markup also as it looked. A box around them keeps the name of a part from looking like a heading of the page.
 * Content that is too long to draw at once is drawn when the reader opens it.
 */
export const renderProof = (proof: Proof, { markup, heading }: Showing): JSX.Element => {
  const rooms = findRooms(Object.values(proof));
  return h(
    'div',
    { class: 'told' },
    Object.entries(proof).map((member, i) =>
      renderMember(member, { markup: { ...markup, room: rooms[i] ?? 0 }, heading }),
    ),
  );
};

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

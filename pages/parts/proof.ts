import type { JSX } from 'preact';
import { h } from 'preact';
import type { Proof } from '../../shared/consents/evidence.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { drawnAtOnce, isMarkup, renderMarkup, renderSource } from '../markup/framed-markup.ts';

/** Longer texts have a box of their own. */
const lineCharacters = 200;

const isLine = (text: string): boolean => text.length <= lineCharacters && !/[\r\n]/.test(text);

/** How a page shows a proof: the texts around markup, and the heading level of its parts. */
interface Showing {
  readonly markup: MarkupShowing;
  readonly heading: 'h3' | 'h4';
}

const renderMember = ([name, text]: [string, string], { markup, heading }: Showing): JSX.Element => {
  const shown = tame(name);
  const title = h(heading, null, h('bdi', null, shown));
  if (isMarkup(text)) return h('section', null, title, renderMarkup(shown, text, markup));
  const value = isLine(text) ? h('p', null, h('bdi', null, tame(text))) : renderSource(shown, text, markup);
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

import type { JSX } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { commandEnglish as english } from '../../../pages/describe/command-text.ts';
import { drawnAtOnce, newMarkupWords, ProofTexts } from '../../../pages/ui/markup.ts';

/** Which parts of a proof are put away until the reader opens them. */
const putAway = (lengths: Readonly<Record<string, number>>): string[] => {
  const found: string[] = [];
  const fold = (name: string): JSX.Element => {
    found.push(name);
    return h('i', null);
  };
  const proof = Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, '\n'.repeat(length)]));
  const markup = { words: newMarkupWords(english.t), drawLooks: () => h('i', null), fold };
  renderToString(h(ProofTexts, { proof, markup, level: 'h3' }));
  return found;
};

test('a part that is too long to be drawn at once is put away, and takes no room from the others', () => {
  expect(putAway({ first: 1_000, long: drawnAtOnce + 1, last: 1_000 })).toEqual(['long']);
});

test('of many parts that are too much together the first are drawn', () => {
  const half = drawnAtOnce / 2;

  expect(putAway({ one: half, two: half, three: half, four: 300 })).toEqual(['three', 'four']);
});

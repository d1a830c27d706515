import { expect, test } from 'vitest';
import type { Run } from '../../../../pages/console/notices/compare.tsx';
import { compareWords, countChanges, linesOf, putAway } from '../../../../pages/console/notices/compare.tsx';
import { parsePage } from '../../../support/make/parsed-page.ts';
import { fc } from '../../../support/make/properties.ts';

/** The words of the runs of one text, whatever stands between them. */
const wordsOf = (runs: readonly Run[], without: Run['is']): string[] =>
  runs
    .filter(({ is }) => is !== without)
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => word !== '');

const changesIn = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ is, text }) => (is === 'same' ? [] : [`${is === 'removed' ? '-' : '+'}${text.trim()}`]));

test('marks the words that differ, and counts words that took the place of others once', () => {
  const runs = compareWords(
    'We keep your data for 12 months.\nContact: privacy@shop.example',
    'We keep your data for 24 months.\nContact: privacy@shop.example, or call',
    'en',
  );

  expect(changesIn(runs)).toEqual(['-12', '+24', '+, or call']);
  expect(countChanges(runs)).toBe(2);
});

test('counts each line that was added or removed', () => {
  const before = 'validity: 365 days\nasks again: no';
  const after = 'validity: 365 days\nasks again: yes\nkept for: 30 days\nrecipient: Parcel Service';

  expect(countChanges(compareWords(before, after, 'en'))).toBe(3);
  expect(countChanges(compareWords(after, before, 'en'))).toBe(3);
  expect(countChanges(compareWords('', after, 'en'))).toBe(4);
});

test('knows the words of languages with other letters', () => {
  const runs = compareWords('Согласие действует один год.', 'Согласие действует два года.', 'ru');

  expect(changesIn(runs)).toEqual(['-один год', '+два года']);
});

test('of long texts that are wholly other it says so at once', () => {
  const text = (word: string): string => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join(' ');
  const [left, right] = [text('a'), text('b')];
  const before = performance.now();

  expect(compareWords(left, right, 'en')).toEqual([
    { is: 'removed', text: left },
    { is: 'added', text: right },
  ]);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('each text has all of its words in their order, and nothing is marked between the same texts', () => {
  const text = fc
    .array(fc.constantFrom('we', 'you', 'data\n', 'keep', '12', 'ask.\n'), { maxLength: 12 })
    .map((words) => words.join(' '));
  const split = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
  fc.assert(
    fc.property(text, text, (left, right) => {
      const runs = compareWords(left, right, 'en');

      expect([wordsOf(runs, 'added'), wordsOf(runs, 'removed')].map((words) => words.join(''))).toEqual(
        [left, right].map((one) => split(one).join('')),
      );
      expect(countChanges(compareWords(left, left, 'en'))).toBe(0);
    }),
  );
});

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `Paragraph ${i}`).join('\n');
const same = (count: number): Run => ({ is: 'same', text: lines(count) });
const change: Run = { is: 'added', text: 'more' };

test.each([
  ['before the first change', [same(12), change], 0, [0, 10, 2]],
  ['between two changes', [change, same(12), change], 1, [2, 8, 2]],
  ['after the last change', [change, same(12)], 1, [2, 10, 0]],
  ['between two changes, where there are few', [change, same(6), change], 1, [6, 0, 0]],
])('unchanged lines are put away %s', (_where, runs, index, counts) => {
  const { before, away, after } = putAway(runs, index);

  expect([before, away, after].map(({ length }) => length)).toEqual(counts);
  expect([...before, ...away, ...after].join('\n')).toBe(runs[index]?.text);
});

const read = (markup: string): string[] =>
  linesOf(parsePage(`<!doctype html><html><body>${markup}</body></html>`).body);

test('has a line for each heading, paragraph, item and row, whatever the tags within', () => {
  expect(
    read(`<h2>Your <b>data</b></h2>
      <p>We keep\n  them<br>for a year.</p>
      <ul><li>one<ul><li>one <i>and</i> a half</li></ul></li><li>two</li></ul>
      <table><tr><th>What</th><th>Why</th></tr><tr><td>e-mail</td><td>news</td></tr></table>`),
  ).toEqual([
    'Your data',
    'We keep them',
    'for a year.',
    'one',
    'one and a half',
    'two',
    'What | Why',
    'e-mail | news',
  ]);
});

test('says where a link leads whose text does not', () => {
  expect(
    read(
      '<p><a href="https://shop.example/privacy">Privacy</a> or <a href="https://shop.example">https://shop.example</a></p>',
    ),
  ).toEqual(['Privacy (https://shop.example/privacy) or https://shop.example']);
});

test('has nothing of what nobody reads, and shows what would be obeyed', () => {
  expect(read('<style>p { color: red }</style><!-- no --><p>a\u202eb</p><script>alert(1)</script><p> </p>')).toEqual([
    'a\\u{202e}b',
  ]);
});

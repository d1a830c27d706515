import { expect, test } from 'vitest';
import type { Piece, Row } from '../../../../pages/console/notices/compare-lines.ts';
import { compareLines } from '../../../../pages/console/notices/compare-lines.ts';
import { fc } from '../../../support/make/properties.ts';

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .trim();

const changedIn = (pieces: readonly Piece[]): string[] =>
  pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text.trim());

const brief = ({ is, left, right }: Row) => [is, changedIn(left), changedIn(right)];

test('marks the words that differ in lines that are much the same, and whole lines that are not', () => {
  const rows = compareLines(
    ['We keep your data for 12 months.', 'You may ask us to delete it.', 'Contact: privacy@shop.example'],
    ['We keep your data for 24 months.', 'Partners get it too.', 'Contact: privacy@shop.example'],
    'en',
  );

  expect(rows.map(brief)).toEqual([
    ['changed', ['12'], ['24']],
    ['removed', ['You may ask us to delete it.'], []],
    ['added', [], ['Partners get it too.']],
    ['same', [], []],
  ]);
});

test('takes what stands unchanged for the same, also where a line like it came before', () => {
  const rows = compareLines(
    ['We send one mail a week.'],
    ['We send two mails a week.', 'We send one mail a week.'],
    'en',
  );

  expect(rows.map(({ is }) => is)).toEqual(['added', 'same']);
});

test('knows the words of languages with other letters', () => {
  const [row] = compareLines(['Согласие действует один год.'], ['Согласие действует два года.'], 'ru');

  expect(row && brief(row)).toEqual(['changed', ['один год'], ['два года']]);
});

test('of texts that are wholly other it says so at once', () => {
  const lines = (word: string) => Array.from({ length: 6_000 }, (_, i) => `${word}${i}`);

  const rows = compareLines(lines('a'), lines('b'), 'en');

  expect(rows.filter(({ is }) => is === 'removed')).toHaveLength(6_000);
  expect(rows.filter(({ is }) => is === 'added')).toHaveLength(6_000);
});

test('marks words until nobody reads them any more, and then lines, however many words and lines there are', () => {
  const text = (isLater: boolean) =>
    Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 600 }, (_, k) => (isLater && k % 3 === 0 ? `other${k}` : `word${k}x${i}`)).join(' '),
    );
  const rows = compareLines(text(false), text(true), 'en');
  const marked = rows.filter(({ left }) => left.length > 1).length;

  expect(rows.map(({ is }) => is)).toEqual(rows.map(() => 'changed'));
  expect(rows.map(({ right }) => textOf(right))).toEqual(text(true));
  expect(marked).toBe(5);
});

test.each([
  [12, 1],
  [300, 0],
])('among 190 other lines of %i words one that is alike is sought where that is quick', (length, found) => {
  const line = (word: string) => Array.from({ length }, (_, k) => `${word}x${k}`).join(' ');
  const text = (word: string) => [
    ...Array.from({ length: 190 }, (_, i) => line(`${word}${i}`)),
    `${line('same')} ${word}`,
  ];
  const rows = compareLines(text('a'), text('b'), 'en');

  expect(rows.filter(({ is }) => is === 'changed')).toHaveLength(found);
});

test('both sides have all of their words in their order, and nothing is marked between the same texts', () => {
  const line = fc.array(fc.constantFrom('we', 'you', 'data', 'keep', '12', 'ask.'), { minLength: 1, maxLength: 6 });
  const lines = fc.array(
    line.map((words) => words.join(' ')),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const rows = compareLines(left, right, 'en');
      const sides = (['left', 'right'] as const).map((side) =>
        rows.filter((row) => row[side].length > 0).map((row) => textOf(row[side])),
      );
      expect(sides).toEqual([left, right]);
      expect(compareLines(left, left, 'en').every(({ is }) => is === 'same')).toBe(true);
    }),
  );
});

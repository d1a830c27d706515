import { expect, test } from 'vitest';
import { compareLines } from '../../../../pages/console/notices/compare-lines.ts';
import { toStretches } from '../../../../pages/console/notices/compared-versions.tsx';

const letters = (count: number): string[] => Array.from({ length: count }, (_, i) => `Paragraph ${i}`);

const stretch = (left: readonly string[], right: readonly string[]) =>
  toStretches(compareLines(left, right, 'en')).map(({ at, rows, isPutAway }) => [at, rows.length, isPutAway]);

test('puts away what is unchanged, but for the lines beside a change', () => {
  const before = letters(12);

  expect(stretch(before, before.with(6, 'Something else'))).toEqual([
    [0, 5, true],
    [5, 4, false],
    [9, 4, true],
  ]);
});

test('leaves a few unchanged lines where they are', () => {
  const before = letters(4);

  expect(stretch(before, before.with(0, 'Something else')).map(([, , isPutAway]) => isPutAway)).toEqual([false, false]);
});

test('loses no line', () => {
  const [before, after] = [letters(30), letters(25)];
  const rows = compareLines(before, after, 'en');

  expect(toStretches(rows).flatMap((stretch) => stretch.rows)).toEqual(rows);
});

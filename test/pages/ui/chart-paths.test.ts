import { expect, test } from 'vitest';
import { toArea, toLine } from '../../../pages/ui/charts.ts';

test('a line goes through its points, and one point alone is closed', () => {
  expect(
    toLine([
      [0, 1.23456],
      [2.5, 3],
    ]),
  ).toBe('M0,1.235L2.5,3');
  expect(toLine([[1, 2]])).toBe('M1,2Z');
});

test('an area goes along its points, and back on its level', () => {
  expect(
    toArea(
      [
        [0, 1],
        [2, 3],
      ],
      9,
    ),
  ).toBe('M0,1L2,3L2,9L0,9Z');
});

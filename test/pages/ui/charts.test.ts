import { expect, test } from 'vitest';
import {
  addHeadroom,
  formatShare,
  letteringOf,
  toArea,
  toCountAxis,
  toLine,
  toMonthMarks,
} from '../../../pages/ui/charts.ts';
import { formatMonth, monthsBetween } from '../../../shared/runtime/time.ts';
import { fc } from '../../support/make/properties.ts';

const english = letteringOf('en', 'consents');

test.each([
  [0, 1, ['0', '1']],
  [1, 1, ['0', '1']],
  [2, 2, ['0', '1', '2']],
  [7, 8, ['0', '2', '4', '6', '8']],
  [999, 1_000, ['0', '200', '400', '600', '800', '1K']],
  [3_830_110, 4_000_000, ['0', '1M', '2M', '3M', '4M']],
])('an axis for %i goes to %i', (most, top, names) => {
  const axis = toCountAxis(most);

  expect({ top: axis.top, names: axis.marks.map(english.compact) }).toEqual({ top, names });
});

test('an axis has room for every count, and names two to ten whole numbers, the last of them its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (most) => {
      const { top, marks } = toCountAxis(most);
      expect(top).toBeGreaterThanOrEqual(most);
      expect(top).toBeLessThanOrEqual(Math.max(1, most * 2));
      expect(marks.every(Number.isInteger)).toBe(true);
      expect([marks[0], marks.at(-1)]).toEqual([0, top]);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(11);
    }),
  );
});

test('a line never touches the upper edge of its axis, which goes on by one more mark where it would', () => {
  expect(addHeadroom(toCountAxis(100), 100)).toEqual({ top: 120, marks: [0, 20, 40, 60, 80, 100, 120] });
  expect(addHeadroom(toCountAxis(90), 90)).toEqual(toCountAxis(90));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (most) => {
      const { top, marks } = addHeadroom(toCountAxis(most), most);
      expect(most).toBeLessThan(top * 0.96);
      expect(marks.at(-1)).toBe(top);
    }),
  );
});

const monthsFrom = (first: number, count: number): string[] => monthsBetween(first, first + count - 1).map(formatMonth);

const january2015 = 2015 * 12;

test.each([
  [1, 5, ['2015-01']],
  [5, 5, ['2015-01', '2015-02', '2015-03', '2015-04', '2015-05']],
  [11, 5, ['2015-01', '2015-04', '2015-07', '2015-10']],
  [24, 5, ['2015-01', '2015-07', '2016-01', '2016-07']],
  [31, 5, ['2015', '2016', '2017']],
  [120, 11, ['2015', '2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023', '2024']],
])('of %i months %i names are enough', (count, room, names) => {
  expect(toMonthMarks(monthsFrom(january2015, count), room).map(({ label }) => label)).toEqual(names);
});

test.each([
  ['en', 'Nov 2025'],
  ['it', 'nov 2025'],
  ['de', 'Nov. 2025'],
  ['fr', 'nov. 2025'],
  ['es', 'nov 2025'],
])('an axis names a month in words of the reader: %s', (language, name) => {
  expect(toMonthMarks(['2025-11'], 5, letteringOf(language, '').month)).toEqual([{ place: 0, label: name }]);
});

test('some month is always named, and no more than there is room for', () => {
  const someMonths = fc.tuple(fc.integer({ min: 1970 * 12, max: 2030 * 12 }), fc.integer({ min: 1, max: 1_200 }));
  fc.assert(
    fc.property(someMonths, fc.integer({ min: 5, max: 13 }), ([first, count], room) => {
      const marks = toMonthMarks(monthsFrom(first, count), room);
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.length).toBeLessThanOrEqual(room + 1);
    }),
  );
});

test.each([
  [0, 0, '0%'],
  [0, 5, '0%'],
  [1, 3, '33.3%'],
  [5, 5, '100%'],
  [1, 1_000_000, '<0.1%'],
  [999_999, 1_000_000, '>99.9%'],
])('%i of %i is %s', (count, whole, share) => {
  expect(formatShare(count, whole, english)).toBe(share);
});

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

import { expect, test } from 'vitest';
import type { DueConsent } from '../../../../pages/console/due.tsx';
import { keyed, placeOf } from '../../../../pages/console/overview/month-chart.tsx';
import type { OverviewMonth } from '../../../../pages/console/overview/tables.tsx';
import { endedOf, openingOf, totalOf, withoutBlank } from '../../../../pages/console/overview/tables.tsx';
import { findEnding } from '../../../../pages/console/overview/to-do.tsx';
import { toFrame } from '../../../../pages/ui/charts.ts';

const month = (name: string, counts: Partial<OverviewMonth> = {}): OverviewMonth => ({
  month: name,
  active: 0,
  given: 0,
  revoked: 0,
  expired: 0,
  superseded: 0,
  erased: 0,
  ...counts,
});

const months = [
  month('2026-01', { active: 3, given: 4, revoked: 1 }),
  month('2026-02', { active: 4, given: 3, expired: 1, superseded: 1 }),
];

test('the sums of months begin with what was in force before, and end with what is after', () => {
  const total = totalOf(months, '');

  expect(total).toEqual(month('', { active: 4, given: 7, revoked: 1, expired: 1, superseded: 1 }));
  expect([openingOf(total), endedOf(total)]).toEqual([0, 3]);
  expect(months.map(openingOf)).toEqual([0, 3]);
});

test('months before the first consent are left out, but for six', () => {
  const blank = Array.from({ length: 8 }, (_, i) => month(`2025-0${i + 1}`));

  expect(withoutBlank([...blank, ...months])).toHaveLength(6);
  expect(withoutBlank([...months, ...blank])).toHaveLength(10);
  expect(withoutBlank(blank)).toHaveLength(6);
});

test('the pointer is at the nearest month, and beyond an end at that end', () => {
  const frame = toFrame({ width: 456, height: 220 }, 4, 0, 10);

  expect([0, 48 + 49, 48 + 51, 48 + 149, 48 + 250, 900].map((x) => placeOf(x, frame, 3))).toEqual([0, 0, 0, 1, 2, 3]);
});

test.each([
  ['ArrowLeft', 1],
  ['ArrowRight', 3],
  ['ArrowUp', 3],
  ['ArrowDown', 1],
  ['Home', 0],
  ['End', 3],
  ['a', undefined],
  ['toString', undefined],
])('%s leads from the third of four months to that one', (key, place) => {
  expect(keyed(key, 2, 3)).toBe(place);
});

test('no key leads beyond an end', () => {
  expect([keyed('ArrowRight', 3, 3), keyed('ArrowLeft', 0, 3)]).toEqual([3, 0]);
});

test('of those who are due the ones whose consent is still to end come, the next end first', () => {
  const due = (id: string, ...reasons: DueConsent['reasons']) => ({ id, reasons }) as DueConsent;
  const [soon, later, past] = ['2026-12-02T00:00:00.000Z', '2026-12-20T00:00:00.000Z', '2026-11-01T00:00:00.000Z'];
  const data = [
    due('later', { reason: 'expires', since: later }),
    due('over', { reason: 'expires', since: past }),
    due('asked', { reason: 'superseded', since: later }),
    due('soon', { reason: 'language', since: past }, { reason: 'expires', since: soon }),
  ];

  expect(findEnding(data, new Date('2026-11-30')).map(({ consent, end }) => [consent.id, end])).toEqual([
    ['soon', soon],
    ['later', later],
  ]);
});

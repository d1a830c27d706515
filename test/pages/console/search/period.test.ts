import { expect, test } from 'vitest';
import type { PeriodChoice } from '../../../../pages/console/search/period.ts';
import { choiceOf, periodOf, toField } from '../../../../pages/console/search/period.ts';

const now = new Date('2026-01-31T23:30:00Z');

test.each<[PeriodChoice, object]>([
  ['any', {}],
  ['today', { from: '2026-01-31', until: '2026-01-31' }],
  ['thisMonth', { from: '2026-01', until: '2026-01' }],
  ['lastMonth', { from: '2025-12', until: '2025-12' }],
  ['thisQuarter', { from: '2026-01', until: '2026-03' }],
  ['lastQuarter', { from: '2025-10', until: '2025-12' }],
  ['thisYear', { from: '2026-01', until: '2026-12' }],
])('the period %s is shown as it was chosen', (choice, period) => {
  expect(periodOf(choice, now)).toEqual(period);
  expect(choiceOf(period, now)).toBe(choice);
});

test.each<[string | undefined, string | undefined, PeriodChoice]>([
  ['2025-03-04', '2025-03-04', 'day'],
  ['2025-03', '2025-03', 'month'],
  ['2025-03', '2025-04', 'span'],
  ['2025-03', undefined, 'span'],
  [undefined, '2025-03', 'span'],
  ['2025-13', '2025-13', 'span'],
])('from %s until %s is said as %s', (from, until, choice) => {
  expect(choiceOf({ from, until }, now)).toBe(choice);
});

test.each([
  ['', 'from', 'date', ''],
  ['2026-02-28', 'from', 'date', '2026-02-28'],
  ['2026-02', 'from', 'date', '2026-02-01'],
  ['2028-02', 'until', 'date', '2028-02-29'],
  ['2026-02-28T14:30', 'until', 'datetime-local', '2026-02-28T14:30'],
  ['2026-02-30', 'from', 'text', '2026-02-30'],
  ['2026-13', 'until', 'text', '2026-13'],
  ['yesterday', 'from', 'text', 'yesterday'],
] as const)('%s as %s stands in a field for a %s', (text, end, type, value) => {
  expect(toField(text, end)).toEqual({ type, value });
});

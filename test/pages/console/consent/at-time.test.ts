import { expect, test } from 'vitest';
import { kindOf, stepOf, toFieldValue, toKind } from '../../../../pages/console/consent/at-time.tsx';
import { namesTime } from '../../../../pages/ui/consent-parts.tsx';

test.each([
  ['2026-11', 'month', 60],
  ['2026-11-22', 'day', 60],
  ['2026-11-22T14:30', 'time', 60],
  ['2026-11-22 14:30:05', 'time', 1],
  [' 2026-11-22T14:30:05.123Z', 'time', 0.001],
] as const)('a field takes all that names a time: %s', (text, kind, step) => {
  const value = toFieldValue(text);

  expect([kindOf(value), stepOf(value)]).toEqual([kind, step]);
  expect(namesTime(value)).toBe(true);
  expect(toKind(value, kind)).toBe(value);
});

test.each([
  ['2026-11-22', 'month', '2026-11'],
  ['2026-11-22', 'time', '2026-11-22T00:00'],
  ['2026-11', 'day', '2026-11-01'],
  ['2026-11', 'time', '2026-11-01T00:00'],
  ['2026-11-22T14:30', 'day', '2026-11-22'],
  ['2026-11-22T14:30', 'month', '2026-11'],
  ['', 'time', ''],
] as const)('%s is kept as a %s: %s', (value, kind, kept) => {
  expect(toKind(value, kind)).toBe(kept);
});

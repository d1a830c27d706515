import { afterEach, expect, test } from 'vitest';
import type { DueConsent } from '../../../pages/console/due.tsx';
import {
  daysToEnd,
  endOfMonth,
  nameHorizon,
  nextMonths,
  offerHorizons,
  readHorizon,
  withoutLater,
} from '../../../pages/console/due.tsx';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';

const zone = process.env.TZ;

afterEach(() => {
  process.env.TZ = zone;
  if (zone === undefined) delete process.env.TZ;
});

const expiring = (...times: readonly string[]): DueConsent[] =>
  times.map((since) => ({ reasons: [{ reason: 'expires', since }] }) as unknown as DueConsent);

test.each([
  ['Europe/Rome', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00.000Z'],
  ['America/New_York', '2027-01-01T04:59:59.999Z', '2027-01-01T05:00:00.000Z'],
  ['Pacific/Auckland', '2026-12-31T10:59:59.999Z', '2026-12-31T11:00:00.000Z'],
])('by the end of next month is up to its last moment where the reader is: %s', (TZ, last, after) => {
  process.env.TZ = TZ;
  const now = new Date('2026-11-15T09:30:00Z');
  const [, month = ''] = nextMonths(now);

  const rows = withoutLater(expiring(last, after), { month });

  expect(rows.map(({ reasons }) => reasons[0]?.since)).toEqual([last]);
  expect(now.getTime() + daysToEnd(month, now) * dayMilliseconds).toBeGreaterThanOrEqual(endOfMonth(month).getTime());
});

test('the months are those of the reader, at the turn of a year too', () => {
  process.env.TZ = 'Pacific/Auckland';

  expect(nextMonths(new Date('2026-11-30T12:00:00Z'))).toEqual(['2026-12', '2027-01']);
});

test('who must be asked again for another reason stays, without the expiry that is later', () => {
  const [row] = expiring('2027-01-05T00:00:00Z');
  const both = {
    ...row,
    reasons: [...(row?.reasons ?? []), { reason: 'superseded', since: '2026-11-01T00:00:00Z' }],
  } as DueConsent;

  expect(withoutLater([both], { month: '2026-12' })).toEqual([
    { reasons: [{ reason: 'superseded', since: '2026-11-01T00:00:00Z' }] },
  ]);
  expect(withoutLater([both], { days: 7 })).toEqual([both]);
});

test('the ends of months stand among the days, and what an address asks for besides', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  expect(offerHorizons({}, now)).toEqual(['1', '7', '2026-11', '30', '2026-12', '60', '90', '180', '365']);
  expect(offerHorizons({ days: 45 }, now)).toContain('45');
  expect(offerHorizons({ month: '2026-10' }, now)).toContain('2026-10');
});

test.each([
  { days: 7, month: undefined },
  { days: undefined, month: '2026-12' },
])('a choice is read again: %j', (one) => {
  expect(readHorizon(nameHorizon(one))).toEqual(one);
});

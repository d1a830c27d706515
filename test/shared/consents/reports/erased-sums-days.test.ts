import { expect, test } from 'vitest';
import { toErasedDays } from '../../../../shared/consents/reports/erased-sums.ts';
import { findEnding, stateAt, timesOf } from '../../../../shared/consents/state.ts';
import type { LineageVersion } from '../../../../shared/notices/lineage.ts';
import { dayMilliseconds } from '../../../../shared/time.ts';
import { runs } from '../../../support/make/chance.ts';
import { fc } from '../../../support/make/properties.ts';

const start = Date.UTC(2026, 2, 1);
const lastDay = 8;

/** Times of few days, each with few hours, so that much falls on the same day and on the same moment. */
const aTime = fc
  .record({
    day: fc.integer({ min: 0, max: lastDay - 3 }),
    quarter: fc.integer({ min: 0, max: 3 }),
    more: fc.constantFrom(0, 1),
  })
  .map(({ day, quarter, more }) => new Date(start + day * dayMilliseconds + quarter * (dayMilliseconds / 4) + more));

const aConsent = fc
  .record({
    given: aTime,
    revoked: fc.option(aTime, { nil: undefined }),
    erased: aTime,
    validityDays: fc.integer({ min: 0, max: 3 }),
    asked: fc.option(aTime, { nil: undefined }),
  })
  .filter(
    ({ given, revoked, erased }) =>
      given <= erased && (revoked === undefined || (given <= revoked && revoked < erased)),
  );

const dayOf = (moment: Date | undefined): number | undefined =>
  moment && Math.floor((moment.getTime() - start) / dayMilliseconds);

test('the days of an erased consent say of every day what its times said', () => {
  const endings = new Map<string, number>();
  fc.assert(
    fc.property(aConsent, ({ given, revoked, erased, validityDays, asked }) => {
      const version = {
        validityDays,
        askedAgainBy: asked && { publishedAt: asked.toISOString() },
      } as LineageVersion;
      const times = { ...timesOf({ given, revoked, erased }, version), erased };

      const days = toErasedDays(times, version);

      const told = timesOf(days, version);
      const [before, after] = [findEnding(times), findEnding(told)];
      expect([after?.state, dayOf(after?.at)]).toEqual([before?.state, dayOf(before?.at)]);
      expect([dayOf(days.given), dayOf(days.revoked), dayOf(days.erased)]).toEqual([
        dayOf(given),
        dayOf(revoked),
        dayOf(erased),
      ]);
      for (let day = 0; day <= lastDay; day += 1) {
        const end = new Date(start + (day + 1) * dayMilliseconds - 1);
        expect(stateAt(told, end)?.state).toBe(stateAt(times, end)?.state);
      }
      expect([
        days.given <= given,
        revoked === undefined || (days.revoked ?? 0) <= revoked,
        days.erased <= erased,
      ]).toEqual([true, true, true]);
      endings.set(before?.state ?? '', (endings.get(before?.state ?? '') ?? 0) + 1);
    }),
    { numRuns: runs(300) },
  );
  expect([...endings.keys()].sort()).toEqual(['erased', 'expired', 'revoked', 'superseded']);
});

test('of the times nothing is left but days and what the notice says', () => {
  const version = { validityDays: 1, askedAgainBy: undefined } as unknown as LineageVersion;
  const given = new Date('2026-03-01T14:15:16.789Z');
  const erased = new Date('2026-03-03T01:02:03.004Z');

  expect(toErasedDays({ ...timesOf({ given, erased }, version), erased }, version)).toEqual({
    given: new Date('2026-03-01T00:00:00.000Z'),
    revoked: undefined,
    erased: new Date('2026-03-03T00:00:00.000Z'),
  });
});

import { expect, test } from 'vitest';
import { timesOf } from '../../../shared/consents/state.ts';
import { spanOf, stateIn, toTimesStatement } from '../../../shared/evidence/state-statement.ts';

const at = (day: number, hour = 0): Date => new Date(Date.UTC(2026, 0, day, hour));
const dayOf = (day: number) => ({ start: at(day), end: at(day + 1) });
const given = at(10, 10);
const now = at(31);

const times = (happened: object = {}, validityDays = 0) =>
  timesOf({ given, ...happened }, { validityDays, askedAgainBy: undefined });

const phasesOf = (...asked: Parameters<typeof stateIn>) =>
  stateIn(...asked).phases.map(({ state, from, until }) => [state, new Date(from), new Date(until)]);

test('a day in which nothing changes has one state', () => {
  expect(stateIn(times(), dayOf(11), now)).toEqual({
    from: at(11).toISOString(),
    until: at(12).toISOString(),
    isOpen: false,
    state: 'active',
    since: given.toISOString(),
    phases: [{ state: 'active', since: given.toISOString(), from: at(11).toISOString(), until: at(12).toISOString() }],
  });
});

test('a day on which it was given and revoked has three, and the state is the last one', () => {
  const asked = [times({ revoked: at(10, 14) }), dayOf(10), now] as const;

  expect(phasesOf(...asked)).toEqual([
    [null, at(10), given],
    ['active', given, at(10, 14)],
    ['revoked', at(10, 14), at(11)],
  ]);
  expect(stateIn(...asked)).toMatchObject({ state: 'revoked', since: at(10, 14).toISOString() });
});

test('what changes nothing begins no phase: a consent that expires after it was revoked', () => {
  expect(phasesOf(times({ revoked: at(12) }, 5), dayOf(15), now)).toEqual([['revoked', at(15), at(16)]]);
});

test('a change at the end of a day is of the next day, one at its start of that day', () => {
  const revoked = times({ revoked: at(12) });

  expect(phasesOf(revoked, dayOf(11), now)).toEqual([['active', at(11), at(12)]]);
  expect(phasesOf(revoked, dayOf(12), now)).toEqual([['revoked', at(12), at(13)]]);
});

test('a moment is a span, and the one before it was given has no state', () => {
  expect(stateIn(times(), spanOf(new Date(given.getTime() - 1)), now)).toMatchObject({ state: null, since: null });
  expect(stateIn(times(), spanOf(given), now)).toMatchObject({ state: 'active' });
});

test('what is yet to come is open: today and tomorrow, not now', () => {
  expect(stateIn(times(), dayOf(31), now).isOpen).toBe(true);
  expect(stateIn(times(), spanOf(now), now).isOpen).toBe(false);
  expect(stateIn(times(), dayOf(30), now).isOpen).toBe(false);
});

test('tells the times that decide, and the first that ends it', () => {
  expect(toTimesStatement(times({ revoked: at(20) }, 5))).toEqual({
    given: given.toISOString(),
    revoked: at(20).toISOString(),
    expires: at(15, 10).toISOString(),
    superseded: null,
    erased: null,
    ends: at(15, 10).toISOString(),
  });
});

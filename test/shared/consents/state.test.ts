import { expect, test } from 'vitest';
import { endOf, stateAt, timesOf } from '../../../shared/consents/state.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const given = day(10);

const asking = { askedAgainBy: { publishedAt: day(30).toISOString() } } as Parameters<typeof timesOf>[1];
const version = (terms: Partial<Parameters<typeof timesOf>[1]> = {}) => ({
  validityDays: 0,
  askedAgainBy: undefined,
  ...terms,
});

test.each([
  ['before it was given', {}, version(), day(9), undefined],
  ['at the moment at which it was given', {}, version(), given, ['active', given]],
  ['long after, without a limit', {}, version(), day(40_000), ['active', given]],
  ['just before it expires', {}, version({ validityDays: 5 }), new Date(day(15).getTime() - 1), ['active', given]],
  ['when its days have passed', {}, version({ validityDays: 5 }), day(15), ['expired', day(15)]],
  ['when a version asks again', {}, version(asking), day(30), ['superseded', day(30)]],
  ['when it is revoked', { revoked: day(12) }, version(), day(12), ['revoked', day(12)]],
  ['before it was revoked', { revoked: day(12) }, version(), day(11), ['active', given]],
  ['revoked after it had expired', { revoked: day(20) }, version({ validityDays: 5 }), day(21), ['revoked', day(20)]],
  ['expired, not yet revoked', { revoked: day(20) }, version({ validityDays: 5 }), day(19), ['expired', day(15)]],
  ['expired before it was superseded', {}, version({ ...asking, validityDays: 5 }), day(31), ['expired', day(15)]],
  ['superseded before it expired', {}, version({ ...asking, validityDays: 30 }), day(60), ['superseded', day(30)]],
  ['revoked, then erased', { revoked: day(12), erased: day(13) }, version(), day(14), ['erased', day(13)]],
  ['erased while it was in force', { revoked: day(13), erased: day(13) }, version(), day(14), ['erased', day(13)]],
])('the state %s', (_when, happened, terms, at, expected) => {
  const times = timesOf({ given, ...happened }, terms);

  const state = stateAt(times, at);

  expect(state && [state.state, state.since]).toEqual(expected);
});

test('nobody revoked a consent that was in force when it was erased, though it is stored so', () => {
  expect(timesOf({ given, revoked: day(13), erased: day(13) }, version())).toMatchObject({
    revoked: undefined,
    erased: day(13),
  });
  expect(timesOf({ given, revoked: day(12), erased: day(13) }, version())).toMatchObject({ revoked: day(12) });
});

test('a consent to a version that was asked about again before it is superseded from its own time', () => {
  const times = timesOf({ given: day(40) }, version(asking));

  expect(stateAt(times, day(40))).toEqual({ state: 'superseded', since: day(40) });
});

test('whatever comes first ends it, also where its state is another one later', () => {
  const times = timesOf({ given, revoked: day(20) }, version({ ...asking, validityDays: 5 }));

  expect(endOf(times)).toEqual(day(15));
  expect(endOf(timesOf({ given }, version()))).toBeUndefined();
});

test('a validity that no date can hold is without limit', () => {
  expect(timesOf({ given }, version({ validityDays: Number.MAX_SAFE_INTEGER })).expires).toBeUndefined();
});

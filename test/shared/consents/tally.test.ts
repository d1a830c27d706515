import { describe, expect, test } from 'vitest';
import type { ConsentFacets } from '../../../shared/consents/facets.ts';
import type { Entry, Range } from '../../../shared/consents/lists.ts';
import { locate } from '../../../shared/consents/search.ts';
import type { Tally } from '../../../shared/consents/tally.ts';
import { coarsen, countOn, emptyTally, findDue, isCoarsest, recount } from '../../../shared/consents/tally.ts';
import type { Channel } from '../../../shared/schema/vocabulary.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

/** Sorts after every id of an earlier millisecond, before those of this one. */
const timeId = (time: number): string => time.toString(16).padStart(12, '0');

const toId = (n: number): string => n.toString(16).padStart(32, '0');

/** Nothing is as old as the first id: all that is counted is to be counted once more. */
const nothingFinal = '';
/** Everything is: nothing is counted twice. */
const allFinal = '~';

const entryOf = (id: string, channel: Channel = 'web'): Entry => ({
  id,
  facets: { projectUid: 'shop', pid: 1, versionId: toId(7), lang: 'eng', channel },
  valueDigests: Buffer.alloc(6),
  storedBytes: 900,
  answerBytes: 700,
  revokeTime: undefined,
  eraseTime: undefined,
});

/** Entries of which every tenth came by email; of those, a page can only be found by counting kinds apart. */
const entries = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, i) => entryOf(toId((from + i) * 3 + 1), (from + i) % 10 === 0 ? 'email' : 'web'));

const count = (all: readonly Entry[], chunk: number, finalUpTo = allFinal): Tally => {
  let tally = emptyTally;
  for (let i = 0; i < all.length; i += chunk) {
    const part = all.slice(i, i + chunk);
    tally = countOn(tally, { matches: part, upTo: part.at(-1)?.id ?? '', read: part.length }, finalUpTo);
  }
  return tally;
};

const within = ({ above, upTo }: Range, all: readonly Entry[]): Entry[] =>
  all.filter(({ id }) => id > above && id <= upTo);

/** What is found by reading the ranges that a tally points to. */
const read = (
  tally: Tally,
  all: readonly Entry[],
  wanted: (facets: ConsentFacets) => boolean,
  from: number,
  to: number,
) => {
  const { total, ranges, skip } = locate(tally, wanted, { from, to });
  const found = ranges.flatMap((range) =>
    within(range, all)
      .filter(({ facets }) => wanted(facets))
      .map(({ id }) => id)
      .reverse(),
  );
  return { total, ids: found.slice(skip, skip + to - from), rangesRead: ranges.length };
};

const anyKind = (): boolean => true;
const byEmail = ({ channel }: ConsentFacets): boolean => channel === 'email';
const bySocial = ({ channel }: ConsentFacets): boolean => channel === 'web.social.login';

const newestFirst = (all: readonly Entry[], wanted: (facets: ConsentFacets) => boolean): string[] =>
  all
    .filter(({ facets }) => wanted(facets))
    .map(({ id }) => id)
    .reverse();

describe.each([1, 37, 1_000, 2_500, 9_999])('counted %i at a time', (chunk) => {
  const all = entries(7_300);

  test.each([
    ['all', anyKind],
    ['of one kind', byEmail],
    ['of no kind that there is', bySocial],
  ])('slices of %s are found and totals are right, final or not', (_name, wanted) => {
    const expected = newestFirst(all, wanted);
    for (const tally of [count(all, chunk), count(all, chunk, nothingFinal), count(all, chunk, all[3_333]?.id)]) {
      for (const from of [0, 1, 50, 99, 299, 300, 301, 680, 729, 999, 1_000, 7_299, 7_300, 9_000]) {
        const { total, ids } = read(tally, all, wanted, from, from + 50);
        expect(total).toBe(expected.length);
        expect(ids).toEqual(expected.slice(from, from + 50));
      }
    }
  });

  test('a slice of neighbours needs two ranges at most', () => {
    const tally = count(all, chunk);
    for (let from = 0; from < all.length; from += 50) {
      expect(read(tally, all, anyKind, from, from + 50).rangesRead).toBeLessThanOrEqual(2);
    }
  });

  test('has a segment for about every thousand', () => {
    const tally = count(all, chunk);
    expect(tally.segments.length).toBeLessThanOrEqual(16);
    expect(tally.kinds).toHaveLength(2);
    expect(tally.upTo).toBe(all.at(-1)?.id);
  });
});

test('an empty stretch is counted as such', () => {
  const tally = countOn(emptyTally, { matches: [], upTo: toId(500), read: 0 }, allFinal);

  expect(tally.upTo).toBe(toId(500));
  expect(locate(tally, anyKind, { from: 0, to: 20 })).toEqual({ total: 0, ranges: [], skip: 0 });
});

test('a very long list has at most a thousand segments, which grow', () => {
  const segments = Array.from({ length: 1_000 }, (_, i) => ({
    since: 0,
    upTo: toId((i + 1) * 1_000),
    entries: 1_000,
    isFinal: true,
    counts: [[0, 1_000] as [number, number]],
  }));
  const kinds = [entryOf('').facets];
  const full: Tally = { upTo: toId(1_000_000), segmentEntries: 1_000, kinds, segments };

  const matches = [entryOf(toId(1_000_001))];
  const tally = countOn(full, { matches, upTo: toId(1_000_002), read: 1 }, allFinal);

  expect(tally.segmentEntries).toBe(2_000);
  expect(tally.segments).toHaveLength(501);
  expect(locate(tally, anyKind, { from: 500_000, to: 500_001 })).toEqual({
    total: 1_000_001,
    ranges: [{ above: toId(500_000), upTo: toId(502_000) }],
    skip: 1_999,
  });
});

test('matches far apart in long lists are in segments of their own, read without much of what is between them', () => {
  const matches = Array.from({ length: 500 }, (_, i) => entryOf(toId(i * 4_000 + 17)));

  const tally = countOn(emptyTally, { matches, upTo: toId(2_000_000), read: 2_000_000 }, allFinal);

  const { total, ranges } = locate(tally, anyKind, { from: 20, to: 40 });
  expect({ total, ranges: ranges.length }).toEqual({ total: 500, ranges: 20 });
  expect(ranges[0]).toEqual({ above: matches[478]?.id, upTo: matches[479]?.id });
});

test('larger segments, for a tally that would not fit its item, count the same', () => {
  const all = entries(9_000);
  const tally = coarsen(coarsen(count(all, 1_000)));

  expect(tally.segments).toHaveLength(3);
  for (const from of [0, 4_000, 8_990]) {
    const { total, ids } = read(tally, all, anyKind, from, from + 50);
    expect(total).toBe(all.length);
    expect(ids).toEqual(newestFirst(all, anyKind).slice(from, from + 50));
  }
});

test('a match that ends a page, after more entries than a segment has, is counted once more and stays counted', () => {
  const matches = [entryOf(toId(1_200))];
  const part = { matches, upTo: toId(1_200), read: 1_200 };
  const tally = countOn(emptyTally, part, nothingFinal);
  const due = findDue(tally, allFinal);

  const again = recount(tally, { ...part, upTo: due?.upTo ?? '' }, allFinal);

  expect(due).toEqual({ above: '', upTo: toId(1_200) });
  expect(findDue(again, allFinal)).toBeUndefined();
  expect(locate(again, anyKind, { from: 0, to: 1 }).total).toBe(1);
});

test.each([
  ['all that it counted is final', allFinal],
  ['nothing is', nothingFinal],
])('a tally grows no coarser than one segment of all that it counted, where %s', (_case, finalUpTo) => {
  let [tally, times] = [count(entries(5_000), 100, finalUpTo), 0];
  for (; !isCoarsest(tally); tally = coarsen(tally)) times += 1;

  expect(times).toBe(Math.ceil(Math.log2(5_000 / emptyTally.segmentEntries)));
  expect(tally.segments).toHaveLength(1);
  expect(locate(tally, anyKind, { from: 0, to: 1 }).total).toBe(5_000);
});

/** A list that shows entries later than they were made, and a tally of it that is taken again and again. */
interface Step {
  readonly advance: number;
  /** Consents of this step: how long before its end they were made, and how long the index takes to show them. */
  readonly made: readonly { readonly ago: number; readonly lag: number; readonly channel: Channel }[];
  readonly chunk: number;
  readonly recounts: number;
  readonly isCoarsened: boolean;
}

interface Late {
  readonly entry: Entry;
  readonly shownAt: number;
}

const steps = fc.array(
  fc.record<Step>({
    advance: fc.oneof(fc.integer({ min: 1, max: hour }), fc.integer({ min: 1, max: 2 * day })),
    made: fc.array(
      fc.record({
        ago: fc.integer({ min: 0, max: 2 * day }),
        lag: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: hour }), fc.integer({ min: 0, max: 20 * hour })),
        channel: fc.constantFrom<Channel[]>('web', 'email', 'app.form'),
      }),
      { maxLength: 12 },
    ),
    chunk: fc.integer({ min: 1, max: 8 }),
    recounts: fc.integer({ min: 0, max: 3 }),
    isCoarsened: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Takes a tally again and again as `countMatches` does, beside a plain set of the entries that it must have counted. */
const newHistory = (segmentEntries: number) => {
  const state = { now: 1_000 * day, serial: 0, list: [] as Late[], counted: [] as Entry[], recounted: [] as Range[] };
  let tally: Tally = { ...emptyTally, segmentEntries };
  const finalUpTo = (): string => timeId(state.now - day);
  const shown = (range: Range): Entry[] =>
    within(
      range,
      state.list.filter(({ shownAt }) => shownAt <= state.now).map(({ entry }) => entry),
    ).sort((one, other) => (one.id < other.id ? -1 : 1));
  const make = ({ advance, made }: Step): void => {
    const before = state.now;
    state.now += advance;
    for (const { ago, lag, channel } of made) {
      const time = Math.max(before, state.now - ago);
      state.serial += 1;
      const id = `${timeId(time)}${state.serial.toString(16).padStart(20, '0')}`;
      state.list.push({ entry: entryOf(id, channel), shownAt: time + lag });
    }
  };
  const countAgain = (most: number): void => {
    for (let due = findDue(tally, finalUpTo()), i = 0; due && i < most; due = findDue(tally, finalUpTo()), i += 1) {
      const matches = shown(due);
      tally = recount(tally, { matches, upTo: due.upTo, read: matches.length }, finalUpTo());
      const range = due;
      const others = state.counted.filter(({ id }) => id <= range.above || id > range.upTo);
      state.counted = [...others, ...matches].sort((one, other) => (one.id < other.id ? -1 : 1));
      state.recounted.push(due);
    }
  };
  const countLater = (chunk: number): void => {
    const range = { above: tally.upTo, upTo: timeId(state.now - 5 * 60_000) };
    if (range.upTo <= range.above) return;
    const all = shown(range);
    for (let i = 0; i === 0 || i < all.length; i += chunk) {
      const matches = all.slice(i, i + chunk);
      const upTo = i + chunk < all.length ? (matches.at(-1)?.id ?? '') : range.upTo;
      tally = countOn(tally, { matches, upTo, read: matches.length * 2 + 1 }, finalUpTo());
    }
    state.counted.push(...all);
  };
  const coarsenOnce = (): void => {
    tally = coarsen(tally);
  };
  return { state, make, countAgain, countLater, coarsenOnce, current: () => tally };
};

const kinds = [anyKind, byEmail, ({ channel }: ConsentFacets) => channel !== 'web'];

/** The tally says of every kind how many have been counted, and where they are. */
const expectCounted = (tally: Tally, counted: readonly Entry[]): void => {
  for (const wanted of kinds) {
    const expected = newestFirst(counted, wanted);
    for (const from of [0, 1, 5, expected.length - 1, expected.length].filter((n) => n >= 0)) {
      const { total, ids } = read(tally, counted, wanted, from, from + 3);
      expect({ total, ids }).toEqual({ total: expected.length, ids: expected.slice(from, from + 3) });
    }
  }
};

const seeds = { numRuns: runs(30) };

test('in any history, a tally counts by kind what its list showed, and never counts anything twice', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 6 }), (history, segmentEntries) => {
      const { state, make, countAgain, countLater, coarsenOnce, current } = newHistory(segmentEntries);
      for (const step of history) {
        make(step);
        countAgain(step.recounts);
        countLater(step.chunk);
        if (step.isCoarsened) coarsenOnce();
        expectCounted(current(), state.counted);
        expect(new Set(state.counted.map(({ id }) => id)).size).toBe(state.counted.length);
        expect(current().segments.length).toBeLessThanOrEqual(1_000);
      }
    }),
    seeds,
  );
});

test('in any history, what was shown late is counted two days later at the latest, and nothing more than once more', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 6 }), (history, segmentEntries) => {
      const { state, make, countAgain, countLater, current } = newHistory(segmentEntries);
      for (const step of history) {
        make(step);
        countAgain(step.recounts);
        countLater(step.chunk);
      }
      const { upTo } = current();
      make({ advance: 2 * day, made: [], chunk: 1, recounts: 0, isCoarsened: false });
      countAgain(Number.POSITIVE_INFINITY);

      const known = state.list.map(({ entry }) => entry).sort((one, other) => (one.id < other.id ? -1 : 1));
      expectCounted(
        current(),
        known.filter(({ id }) => id <= upTo),
      );
      const sorted = state.recounted.sort((one, other) => (one.upTo < other.upTo ? -1 : 1));
      for (const [i, { above }] of sorted.entries()) expect(above >= (sorted[i - 1]?.upTo ?? '')).toBe(true);
    }),
    seeds,
  );
});

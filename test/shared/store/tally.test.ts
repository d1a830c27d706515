import { describe, expect, test } from 'vitest';
import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { ConsentFacets, Entry } from '../../../shared/store/consent-list.ts';
import type { Tally } from '../../../shared/store/tally.ts';
import { coarsen, countOn, emptyTally, locate } from '../../../shared/store/tally.ts';

const toId = (n: number): string => n.toString(16).padStart(32, '0');

const facetsOf = (channel: Channel): ConsentFacets => ({
  projectUid: 'shop',
  pid: 1,
  versionId: toId(7),
  lang: 'eng',
  channel,
});

/** Entries of which every tenth came by email; of those, a page can only be found by counting kinds apart. */
const entries = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, i) => ({
    id: toId((from + i) * 3 + 1),
    facets: facetsOf((from + i) % 10 === 0 ? 'email' : 'web'),
    proofId: undefined,
  }));

const count = (all: readonly Entry[], chunk: number): Tally => {
  let tally = emptyTally;
  for (let i = 0; i < all.length; i += chunk) {
    const part = all.slice(i, i + chunk);
    tally = countOn(tally, { matches: part, upTo: part.at(-1)?.id ?? '', read: part.length });
  }
  return tally;
};

/** What is found by reading the ranges that a tally points to. */
const read = (
  tally: Tally,
  all: readonly Entry[],
  wanted: (facets: ConsentFacets) => boolean,
  from: number,
  to: number,
) => {
  const { total, ranges, skip } = locate(tally, wanted, { from, to });
  const found = ranges.flatMap(({ above, upTo }) =>
    all
      .filter(({ id, facets }) => id > above && id <= upTo && wanted(facets))
      .map(({ id }) => id)
      .reverse(),
  );
  return { total, ids: found.slice(skip, skip + to - from), rangesRead: ranges.length };
};

const anyKind = (): boolean => true;
const byEmail = ({ channel }: ConsentFacets): boolean => channel === 'email';

describe.each([1, 37, 1_000, 2_500, 9_999])('counted %i at a time', (chunk) => {
  const all = entries(7_300);
  const tally = count(all, chunk);

  test.each([
    ['all', anyKind],
    ['of one kind', byEmail],
  ])('slices of %s are found and totals are right', (_name, wanted) => {
    const expected = all
      .filter(({ facets }) => wanted(facets))
      .map(({ id }) => id)
      .reverse();
    for (const from of [0, 1, 50, 99, 299, 300, 301, 680, 729, 999, 1_000, 7_299, 7_300, 9_000]) {
      const { total, ids } = read(tally, all, wanted, from, from + 50);
      expect(total).toBe(expected.length);
      expect(ids).toEqual(expected.slice(from, from + 50));
    }
  });

  test('a slice of neighbours needs two ranges at most', () => {
    for (let from = 0; from < all.length; from += 50) {
      expect(read(tally, all, anyKind, from, from + 50).rangesRead).toBeLessThanOrEqual(2);
    }
  });

  test('has a segment for about every thousand', () => {
    expect(tally.segments.length).toBeLessThanOrEqual(16);
    expect(tally.kinds).toHaveLength(2);
    expect(tally.upTo).toBe(all.at(-1)?.id);
  });
});

test('an empty stretch is counted as such', () => {
  const tally = countOn(emptyTally, { matches: [], upTo: toId(500), read: 0 });

  expect(tally.upTo).toBe(toId(500));
  expect(locate(tally, anyKind, { from: 0, to: 20 })).toEqual({ total: 0, ranges: [], skip: 0 });
});

test('a very long list has at most a thousand segments, which grow', () => {
  const segments = Array.from({ length: 1_000 }, (_, i) => ({
    since: toId(i * 1_000 + 1).slice(0, 12),
    upTo: toId((i + 1) * 1_000),
    entries: 1_000,
    counts: [[0, 1_000] as [number, number]],
  }));
  const full: Tally = { upTo: toId(1_000_000), segmentEntries: 1_000, kinds: [facetsOf('web')], segments };

  const matches = [{ id: toId(1_000_001), facets: facetsOf('web'), proofId: undefined }];
  const tally = countOn(full, { matches, upTo: toId(1_000_002), read: 1 });

  expect(tally.segmentEntries).toBe(2_000);
  expect(tally.segments).toHaveLength(501);
  expect(locate(tally, anyKind, { from: 500_000, to: 500_001 })).toEqual({
    total: 1_000_001,
    ranges: [{ above: toId(500_000), upTo: toId(502_000) }],
    skip: 1_999,
  });
});

test('matches far apart in long lists are in segments of their own, read without what is between them', () => {
  const matches = Array.from({ length: 500 }, (_, i) => ({
    id: `${(i * 4_000 + 17).toString(16).padStart(12, '0')}${'7'.repeat(20)}`,
    facets: facetsOf('web'),
    proofId: undefined,
  }));

  const tally = countOn(emptyTally, { matches, upTo: toId(2_000_000), read: 2_000_000 });

  expect(tally.segments).toHaveLength(500);
  const { total, ranges } = locate(tally, anyKind, { from: 20, to: 40 });
  expect({ total, ranges: ranges.length }).toEqual({ total: 500, ranges: 20 });
  expect(ranges[0]).toEqual({ above: matches[479]?.id.slice(0, 12), upTo: matches[479]?.id });
});

test('larger segments, for a tally that would not fit its item, count the same', () => {
  const all = entries(9_000);
  const tally = coarsen(coarsen(count(all, 1_000)));

  expect(tally.segments).toHaveLength(3);
  for (const from of [0, 4_000, 8_990]) {
    const { total, ids } = read(tally, all, anyKind, from, from + 50);
    expect(total).toBe(all.length);
    expect(ids).toEqual(
      all
        .map(({ id }) => id)
        .reverse()
        .slice(from, from + 50),
    );
  }
});

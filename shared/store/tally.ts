import * as v from 'valibot';
import type { Entry } from './consent-list.ts';
import { ConsentFacets } from './consent-list.ts';
import type { Range } from './list-reading.ts';
import { beforeAll } from './list-reading.ts';

/** Segments that a tally has at most; when it would have more, two make one. */
const segmentsAtMost = 1_000;
/** Entries that it takes to read a segment of a tally that is not long. */
const firstSegmentEntries = 1_000;

/**
 * How many matches of each kind there are after the segment before, the first at a time as ids begin with it, the last
 * with the id `upTo`. `entries` is what it took to find them: more than there are when lists have little in common.
 */
const Segment = v.object({
  since: v.string(),
  upTo: v.string(),
  entries: v.number(),
  counts: v.array(v.tuple([v.number(), v.number()])),
});
type Segment = v.InferOutput<typeof Segment>;

/**
 * How many consents are in a list, or in every one of several lists, all but the latest. It is made from the lists alone and
 * may be thrown away. Ids sort by time and indexes lag without a bound, so what was counted early is counted once more when
 * it is a day old.
 */
export const Tally = v.object({
  /** The id up to which matches have been counted. */
  upTo: v.string(),
  /** Entries that make a full segment. */
  segmentEntries: v.number(),
  /** What the counts of segments refer to by position. */
  kinds: v.array(ConsentFacets),
  /** What was a day old when it was counted, and after it what was not. */
  settled: v.array(Segment),
  recent: v.array(Segment),
});
export type Tally = v.InferOutput<typeof Tally>;

export const emptyTally: Tally = {
  upTo: beforeAll,
  segmentEntries: firstSegmentEntries,
  kinds: [],
  settled: [],
  recent: [],
};

const sumCounts = (counts: Segment['counts']): number => counts.reduce((sum, [, count]) => sum + count, 0);

/** Makes one segment of neighbours that fit one. */
const merge = (segments: readonly Segment[], segmentEntries: number): Segment[] => {
  const merged: { since: string; upTo: string; entries: number; counts: Map<number, number> }[] = [];
  for (const { since, upTo, entries, counts } of segments) {
    const last = merged.at(-1);
    if (last === undefined || last.entries + entries > segmentEntries) {
      merged.push({ since, upTo, entries, counts: new Map(counts) });
      continue;
    }
    for (const [kind, count] of counts) last.counts.set(kind, (last.counts.get(kind) ?? 0) + count);
    Object.assign(last, { upTo, entries: last.entries + entries });
  }
  return merged.map((segment) => ({ ...segment, counts: [...segment.counts] }));
};

const segmentsOf = ({ settled, recent }: Tally): readonly Segment[] => [...settled, ...recent];

const limitSegments = (tally: Tally): Tally => (segmentsOf(tally).length <= segmentsAtMost ? tally : coarsen(tally));

/** The same counts in segments twice as large. */
export const coarsen = (tally: Tally): Tally => {
  const segmentEntries = tally.segmentEntries * 2;
  const [settled, recent] = [merge(tally.settled, segmentEntries), merge(tally.recent, segmentEntries)];
  return limitSegments({ ...tally, segmentEntries, settled, recent });
};

/** Whether a tally has so few segments that it cannot be made smaller. */
export const isCoarsest = (tally: Tally): boolean => tally.settled.length <= 1 && tally.recent.length <= 1;

/** Characters of an id that are its time. */
const timeLength = 12;

const facetsKey = (facets: ConsentFacets): string => JSON.stringify(Object.values(facets));

/** Matches in a part of a list, oldest first: all there are from where the part before ends up to an id, of so many entries. */
export interface Part {
  readonly matches: readonly Entry[];
  readonly upTo: string;
  readonly read: number;
}

const addTo = (segments: readonly Segment[], added: readonly Segment[], segmentEntries: number): Segment[] => [
  ...segments.slice(0, -1),
  ...merge([...segments.slice(-1), ...added], segmentEntries),
];

/** Counts the part that follows. @param settledUpTo the id up to which lists do not change any more */
export const countOn = (tally: Tally, { matches, upTo, read }: Part, settledUpTo: string): Tally => {
  const kinds = [...tally.kinds];
  const numbers = new Map(kinds.map((facets, kind) => [facetsKey(facets), kind]));
  const toNumber = (facets: ConsentFacets): number => {
    const key = facetsKey(facets);
    if (!numbers.has(key)) numbers.set(key, kinds.push(facets) - 1);
    return numbers.get(key) ?? Number.NaN;
  };
  const added = matches.map(
    ({ id, facets }): Segment => ({
      since: id.slice(0, timeLength),
      upTo: id,
      entries: Math.max(1, Math.round(read / matches.length)),
      counts: [[toNumber(facets), 1]],
    }),
  );
  const isSettled = (segment: Segment): boolean => tally.recent.length === 0 && segment.upTo <= settledUpTo;
  const settled = addTo(tally.settled, added.filter(isSettled), tally.segmentEntries);
  const recent = addTo(
    tally.recent,
    added.filter((segment) => !isSettled(segment)),
    tally.segmentEntries,
  );
  return limitSegments({ ...tally, upTo, kinds, settled, recent });
};

/** What of a tally is to be counted once more: a range of the lists. */
export interface Due {
  readonly range: Range;
  readonly segments: number;
}

/**
 * The oldest of what was counted before it was settled, no more than so many entries unless one segment has more. A segment
 * that still grows is due when its beginning is older than `longAgo`.
 */
export const findDue = (
  { settled, recent }: Tally,
  {
    settledUpTo,
    longAgo,
    entriesAtMost,
  }: { readonly settledUpTo: string; readonly longAgo: string; readonly entriesAtMost: number },
): Due | undefined => {
  let [segments, entries] = [0, 0];
  for (const segment of recent) {
    entries += segment.entries;
    const isDue = segment.upTo <= settledUpTo || segment.since <= longAgo;
    if (!isDue || (segments > 0 && entries > entriesAtMost)) break;
    segments += 1;
  }
  const last = recent[segments - 1];
  return last && { segments, range: { above: settled.at(-1)?.upTo ?? beforeAll, upTo: last.upTo } };
};

/** The tally with what was due counted anew. @param parts of the range that was due, all of them */
export const recount = (tally: Tally, { segments }: Due, parts: readonly Part[], settledUpTo: string): Tally => {
  const begun: Tally = { ...tally, recent: [] };
  const counted = parts.reduce((done, part) => countOn(done, part, settledUpTo), begun);
  return { ...counted, upTo: tally.upTo, recent: [...counted.recent, ...tally.recent.slice(segments)] };
};

/** Which of the matches are wanted, newest first, counted from 0: `from` and those after it, without `to`. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** Where the matches of a slice are: in the ranges, newest first, after so many others. */
export interface Located {
  readonly total: number;
  readonly ranges: readonly Range[];
  readonly skip: number;
}

/** Counts the matches of the kinds that are wanted, and finds those of a slice. */
export const locate = (tally: Tally, isWanted: (facets: ConsentFacets) => boolean, { from, to }: Slice): Located => {
  const segments = segmentsOf(tally);
  const wanted = new Set(tally.kinds.flatMap((facets, kind) => (isWanted(facets) ? [kind] : [])));
  const ranges: Range[] = [];
  let [total, skip] = [0, 0];
  for (let i = segments.length - 1; i >= 0; i -= 1) {
    const { since = '', upTo = '', counts = [] } = segments[i] ?? {};
    const before = segments[i - 1]?.upTo ?? beforeAll;
    const matches = sumCounts(counts.filter(([kind]) => wanted.has(kind)));
    if (matches > 0 && total + matches > from && total < to) {
      if (ranges.length === 0) skip = from - total;
      ranges.push({ above: before > since ? before : since, upTo });
    }
    total += matches;
  }
  return { total, ranges, skip };
};

import * as v from 'valibot';
import type { Entry } from './consent-list.ts';
import { ConsentFacets } from './consent-list.ts';
import type { Range } from './list-reading.ts';
import { beforeAll } from './list-reading.ts';

/** Segments that a tally has at most; when it would have more, two make one. */
const segmentsAtMost = 1_000;
/** Matches in a segment of a tally that is not long. */
const firstSegmentMatches = 1_000;

/** How many matches of each kind there are from the segment before up to an id. */
const Segment = v.object({ upTo: v.string(), counts: v.array(v.tuple([v.number(), v.number()])) });
type Segment = v.InferOutput<typeof Segment>;

/**
 * How many consents are in a list, or in every one of several lists, all but the latest. Consents are never deleted and
 * ids sort by time, so what was counted once stays true. It is made from the lists alone and may be thrown away.
 */
export const Tally = v.object({
  /** Matches that make a full segment. */
  segmentMatches: v.number(),
  /** What the counts of segments refer to by position. */
  kinds: v.array(ConsentFacets),
  segments: v.array(Segment),
});
export type Tally = v.InferOutput<typeof Tally>;

export const emptyTally: Tally = { segmentMatches: firstSegmentMatches, kinds: [], segments: [] };

/** The id up to which matches have been counted. */
export const countedUpTo = ({ segments }: Tally): string => segments.at(-1)?.upTo ?? beforeAll;

const sumCounts = (counts: Segment['counts']): number => counts.reduce((sum, [, count]) => sum + count, 0);

/** Makes one segment of neighbours that fit one. */
const merge = (segments: readonly Segment[], segmentMatches: number): Segment[] => {
  const merged: { upTo: string; total: number; counts: Map<number, number> }[] = [];
  for (const { upTo, counts } of segments) {
    const total = sumCounts(counts);
    const last = merged.at(-1);
    if (last === undefined || last.total + total > segmentMatches) {
      merged.push({ upTo, total, counts: new Map(counts) });
      continue;
    }
    for (const [kind, count] of counts) last.counts.set(kind, (last.counts.get(kind) ?? 0) + count);
    Object.assign(last, { upTo, total: last.total + total });
  }
  return merged.map(({ upTo, counts }) => ({ upTo, counts: [...counts] }));
};

const compact = (tally: Tally): Tally => {
  const segments = merge(tally.segments, tally.segmentMatches);
  return segments.length <= segmentsAtMost
    ? { ...tally, segments }
    : compact({ ...tally, segments, segmentMatches: tally.segmentMatches * 2 });
};

const facetsKey = (facets: ConsentFacets): string => JSON.stringify(Object.values(facets));

/** Counts further matches, oldest first: all there are from where the tally ends up to an id. */
export const countOn = (tally: Tally, matches: readonly Entry[], upTo: string): Tally => {
  const kinds = [...tally.kinds];
  const numbers = new Map(kinds.map((facets, kind) => [facetsKey(facets), kind]));
  const toNumber = (facets: ConsentFacets): number => {
    const key = facetsKey(facets);
    if (!numbers.has(key)) numbers.set(key, kinds.push(facets) - 1);
    return numbers.get(key) ?? Number.NaN;
  };
  const added = matches.map(({ id, facets }): Segment => ({ upTo: id, counts: [[toNumber(facets), 1]] }));
  return compact({ ...tally, kinds, segments: [...tally.segments, ...added, { upTo, counts: [] }] });
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
  const wanted = new Set(tally.kinds.flatMap((facets, kind) => (isWanted(facets) ? [kind] : [])));
  const ranges: Range[] = [];
  let [total, skip] = [0, 0];
  for (let i = tally.segments.length - 1; i >= 0; i -= 1) {
    const { upTo = '', counts = [] } = tally.segments[i] ?? {};
    const matches = sumCounts(counts.filter(([kind]) => wanted.has(kind)));
    if (matches > 0 && total + matches > from && total < to) {
      if (ranges.length === 0) skip = from - total;
      ranges.push({ above: tally.segments[i - 1]?.upTo ?? beforeAll, upTo });
    }
    total += matches;
  }
  return { total, ranges, skip };
};

import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { ConsentFacets } from './facets.ts';
import type { Entry, Range } from './lists.ts';
import { beforeAll } from './lists.ts';

/** The most segments of a tally. If there would be more, two become one. */
const segmentsAtMost = 1_000;
/** Entries for a segment of a tally that is not long. */
const firstSegmentEntries = 1_000;
/** Characters of an id that are its time. */
const timeLength = 12;
/** Milliseconds over which a segment grows that will be recounted. */
const growingTime = lifetimes.tallyFinalSeconds * 1_000;

/**
 * How many matches of each kind there are after the previous segment, up to an id. It begins in the millisecond
 * `since`, and `entries` of the list were read for it. It is final if all of it was a day old when it was counted:
 * indexes may lag without limit.
 */
const Segment = v.object({
  since: v.number(),
  upTo: v.string(),
  entries: v.number(),
  isFinal: v.boolean(),
  counts: v.array(v.tuple([v.number(), v.number()])),
});
type Segment = v.InferOutput<typeof Segment>;

/**
 * How many consents of a list match, by kind, without the latest ones. Ids sort by time and consents stay, so counts
 * stay true. A tally comes only from the list and may be thrown away.
 */
export const Tally = v.object({
  /** The id up to which matches have been counted. */
  upTo: v.string(),
  /** Entries that make a full segment. */
  segmentEntries: v.number(),
  /** The kinds to which the counts of segments refer by position. */
  kinds: v.array(ConsentFacets),
  segments: v.array(Segment),
});
export type Tally = v.InferOutput<typeof Tally>;

export const emptyTally: Tally = { upTo: beforeAll, segmentEntries: firstSegmentEntries, kinds: [], segments: [] };

const addCounts = (one: Segment['counts'], other: Segment['counts']): Segment['counts'] => {
  const sums = new Map(one);
  for (const [kind, count] of other) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return [...sums];
};

/** Merges neighbouring segments that fit in one. */
const merge = (segments: readonly Segment[], segmentEntries: number): Segment[] => {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    const fits =
      last?.isFinal === segment.isFinal &&
      last.entries + segment.entries <= segmentEntries &&
      (last.isFinal || segment.since - last.since < growingTime);
    if (!fits) merged.push({ ...segment });
    else {
      const counts = addCounts(last.counts, segment.counts);
      Object.assign(last, { upTo: segment.upTo, entries: last.entries + segment.entries, counts });
    }
  }
  return merged;
};

/** The same counts in segments twice as large. */
export const coarsen = (tally: Tally): Tally => {
  const segmentEntries = tally.segmentEntries * 2;
  return { ...tally, segmentEntries, segments: merge(tally.segments, segmentEntries) };
};

/** Whether larger segments would not be fewer. */
export const isCoarsest = ({ segments, segmentEntries }: Tally): boolean =>
  segments.reduce((sum, { entries }) => sum + entries, 0) <= segmentEntries;

const limitSegments = (tally: Tally): Tally =>
  tally.segments.length > segmentsAtMost && !isCoarsest(tally) ? limitSegments(coarsen(tally)) : tally;

const facetsKey = (facets: ConsentFacets): string => JSON.stringify(Object.values(facets));

/** Matches in a part of a list up to an id, oldest first, and how many entries were read for them. */
export interface Part {
  readonly matches: readonly Entry[];
  readonly upTo: string;
  readonly read: number;
}

/**
 * Puts the counts of parts instead of a segment, or after the last one.
 *
 * @param finalUpTo the id up to which counts are final
 */
const put = (tally: Tally, { matches, upTo, read }: Part, place: number, finalUpTo: string): Tally => {
  const kinds = [...tally.kinds];
  const numbers = new Map(kinds.map((facets, kind) => [facetsKey(facets), kind]));
  const toNumber = (facets: ConsentFacets): number => {
    const key = facetsKey(facets);
    if (!numbers.has(key)) numbers.set(key, kinds.push(facets) - 1);
    return numbers.get(key) ?? Number.NaN;
  };
  const toSegment = (id: string, entries: number, counts: Segment['counts']): Segment => ({
    since: Number.parseInt(id.slice(0, timeLength), 16),
    upTo: id,
    entries,
    counts,
    isFinal: id <= finalUpTo,
  });
  const each = Math.ceil(read / Math.max(1, matches.length));
  const added = matches.map(({ id, facets }) => toSegment(id, each, [[toNumber(facets), 1]]));
  const rest = matches.at(-1)?.id === upTo ? [] : [toSegment(upTo, matches.length === 0 ? read : 0, [])];
  const segments = merge(tally.segments.toSpliced(place, 1, ...added, ...rest), tally.segmentEntries);
  return limitSegments({ ...tally, kinds, segments });
};

/** Adds the count of the next part. */
export const countOn = (tally: Tally, part: Part, finalUpTo: string): Tally => ({
  ...put(tally, part, tally.segments.length, finalUpTo),
  upTo: part.upTo,
});

/** The id at which the previous segments end. */
export const boundary = ({ segments }: Tally, i: number): string => segments[i - 1]?.upTo ?? beforeAll;

/** The oldest counted range that can now be counted finally, or undefined. */
export const findDue = (tally: Tally, finalUpTo: string): Range | undefined => {
  const i = tally.segments.findIndex(({ isFinal, upTo }) => !isFinal && upTo <= finalUpTo);
  return i < 0 ? undefined : { above: boundary(tally, i), upTo: boundary(tally, i + 1) };
};

/** Replaces the counts of a range that was due. */
export const recount = (tally: Tally, part: Part, finalUpTo: string): Tally =>
  put(
    tally,
    part,
    tally.segments.findIndex(({ upTo }) => upTo === part.upTo),
    finalUpTo,
  );

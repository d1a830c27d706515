import type { ConsentFacets } from '../facets.ts';
import type { Range } from './list-pages.ts';
import type { Tally } from './tally.ts';
import { boundary } from './tally.ts';

/** A slice of the matches, newest first, counted from 0: from `from` up to but not including `to`. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The place of a slice: the ranges, newest first, and how many matches to skip. */
export interface Located {
  readonly total: number;
  readonly ranges: readonly Range[];
  readonly skip: number;
}

/** Counts the matches of the wanted kinds and locates those of a slice. */
export const locate = (tally: Tally, isWanted: (facets: ConsentFacets) => boolean, { from, to }: Slice): Located => {
  const wanted = tally.kinds.map(isWanted);
  const ranges: Range[] = [];
  let [total, skip] = [0, 0];
  for (let i = tally.segments.length; i > 0; i -= 1) {
    const { counts = [] } = tally.segments[i - 1] ?? {};
    const matches = counts.reduce((sum, [kind, count]) => sum + (wanted[kind] ? count : 0), 0);
    if (matches > 0 && total + matches > from && total < to) {
      if (ranges.length === 0) skip = from - total;
      ranges.push({ above: boundary(tally, i - 1), upTo: boundary(tally, i) });
    }
    total += matches;
  }
  return { total, ranges, skip };
};

import type { ConsentFacets } from '../consents/facets.ts';
import type { Range } from './list-pages.ts';
import type { Tally } from './tally.ts';
import { boundary } from './tally.ts';

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

import type { Block } from '../blocks.ts';
import type { Checkpoint } from '../note.ts';
import { mostLeaves } from '../publish.ts';

/** What signed checkpoints say of when leaves came into the log. */
export interface LeafTimes {
  /** The time of the last checkpoint that lacks a leaf because it was not appended yet. */
  readonly before: (index: number) => Date | undefined;
  /** The time of the first checkpoint with a leaf. Now, if none has it yet. */
  readonly within: (index: number) => Date;
}

/**
 * Milliseconds that one publication may last. It signs several checkpoints, and the first ones lack leaves that are
 * already appended, as does one that repeats an interrupted run.
 */
const longestPublication = 60 * 60 * 1_000;

/** The place of the first number above another one, in a rising list; its length if there is none. */
const findAbove = (rising: readonly number[], index: number): number => {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rising[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** One checkpoint of each size, by size. The last of a size counts. */
const sortBySize = (checkpoints: readonly Checkpoint[]): Checkpoint[] =>
  [...new Map(checkpoints.map((each) => [each.size, each])).values()].sort((one, other) => one.size - other.size);

/**
 * Blocks tell when they were appended, but somebody may have written other times into them. So they count only as far
 * as the job explains: within one publication, or behind checkpoints with as many leaves as one can have.
 */
export const newLeafTimes = (
  checkpoints: readonly Checkpoint[],
  { appendedAt }: { readonly appendedAt: (index: number) => number | undefined },
  clock: () => Date,
): LeafTimes => {
  const sorted = sortBySize(checkpoints);
  const sizes = sorted.map(({ size }) => size);
  /** The place of the first checkpoint with a leaf. */
  const placeOf = (index: number): number => findAbove(sizes, index);
  const isFull = (place: number): boolean => (sorted[place]?.size ?? 0) - (sorted[place - 1]?.size ?? 0) >= mostLeaves;
  const within = (index: number): Date => sorted[placeOf(index)]?.time ?? clock();
  return {
    within,
    before: (index) => {
      const appended = appendedAt(index) ?? Number.POSITIVE_INFINITY;
      const earliest = within(index).getTime() - longestPublication;
      let place = placeOf(index) - 1;
      for (; place >= 0; place -= 1) {
        const time = sorted[place]?.time.getTime() ?? 0;
        if (time < appended || (time < earliest && !isFull(place))) break;
      }
      return sorted[place]?.time;
    },
  };
};

/** When leaves were appended, by what their blocks say. */
export const newAppendedTimes = () => {
  const ends: number[] = [];
  const firsts: number[] = [];
  const times: number[] = [];
  return {
    /** Blocks come in the order of the log. */
    add: ({ first, leaves, appendedAt }: Block): void => {
      firsts.push(first);
      ends.push(first + leaves.length);
      times.push(appendedAt);
    },
    /** Undefined if the block of the leaf is gone. */
    at: (index: number): number | undefined => {
      const place = findAbove(ends, index);
      return (firsts[place] ?? Number.POSITIVE_INFINITY) <= index ? times[place] : undefined;
    },
  };
};

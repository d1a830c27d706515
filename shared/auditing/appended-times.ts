import type { Piece } from './read-pieces.ts';

type Block = Extract<Piece, { readonly appendedAt: number }>;

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
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((ends[middle] ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      return (firsts[low] ?? Number.POSITIVE_INFINITY) <= index ? times[low] : undefined;
    },
  };
};

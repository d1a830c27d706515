/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** At least 0, below `end`. */
  readonly below: (end: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Value>(list: readonly Value[]) => Value;
  /** A generator of its own, whose numbers do not depend on how often this one is asked from here on. */
  readonly fork: () => Random;
}

export const newRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const index = below(list.length);
      if (index >= list.length) throw new Error('There is nothing to pick.');
      return list[index] as (typeof list)[number];
    },
    fork: () => newRandom(below(2 ** 32)),
  };
};

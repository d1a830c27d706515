import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Of all that tests draw by chance. The same in every run of the gate; `TEST_SEED` says another, `random` a new one. */
export const seed = Number(process.env.TEST_SEED ?? 1);

/** So many runs of a property, or a multiple of them where `TEST_RUNS` says how many times as many. */
export const runs = (count: number): number => count * Number(process.env.TEST_RUNS ?? 1);

/** Random numbers that a seed repeats. */
export interface Random {
  /** At least 0, below `end`, which is at least 1. */
  readonly below: (end: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Value>(list: readonly Value[]) => Value;
  /** A generator of its own, whose numbers do not depend on how often this one is asked from here on. */
  readonly fork: () => Random;
}

export const newRandom = (seed: number): Random => {
  const generator = mersenne(seed);
  const below = (end: number): number => uniformInt(generator, 0, end - 1);
  return {
    below,
    chance: (probability) => uniformFloat64(generator) < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick.');
      return list[below(list.length)] as (typeof list)[number];
    },
    fork: () => newRandom(below(2 ** 32)),
  };
};

let drawn = 0;

/** So many bytes that no compression makes shorter: others each time, the same in every run with a seed. */
export const noise = (bytes: number): Buffer => {
  drawn += 1;
  return createHash('shake256', { outputLength: bytes }).update(`${seed} ${drawn}`).digest();
};

import { createHash } from 'node:crypto';
import { seed } from './seed.ts';

let drawn = 0;

/** So many bytes that no compression makes shorter: others each time, the same in every run with a seed. */
export const noise = (bytes: number): Buffer => {
  drawn += 1;
  return createHash('shake256', { outputLength: bytes }).update(`${seed} ${drawn}`).digest();
};

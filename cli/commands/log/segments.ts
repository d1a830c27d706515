import { InvalidArgumentError } from '@commander-js/extra-typings';

const most = 64;

const toSegments = (text: string): number => {
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
};

export const usualSegments = 4;

/** The number of table segments to read in parallel. */
export const segmentsOption = [
  '--segments <number>',
  `parts of the table to read in parallel (default: ${usualSegments})`,
  toSegments,
] as const;

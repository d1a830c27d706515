import { InvalidArgumentError } from '@commander-js/extra-typings';

const most = 64;

const toSegments = (text: string): number => {
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
};

export const usualSegments = 4;

/** Into how many parts the table is cut that are read at the same time. */
export const segmentsOption = [
  '--segments <number>',
  `how many parts of the table are read at once (default: ${usualSegments})`,
  toSegments,
] as const;

import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The number of rows in a table by default. */
export const usualRows = 100;

/** The number in `--limit`. @throws InvalidArgumentError */
export const toLimit = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 to 999999999.');
  return Number(text);
};

/** The option of lists that may be long. */
export const limitOption = [
  '--limit <number>',
  `the most rows to show (default: ${usualRows} in a table, all as CSV and JSON)`,
  toLimit,
] as const;

import { InvalidArgumentError } from '@commander-js/extra-typings';

/** How many rows a table has where nobody says how many. */
export const usualRows = 100;

/** What `--limit` says. @throws InvalidArgumentError */
export const toLimit = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
  return Number(text);
};

/** The option of lists that may be long. */
export const limitOption = [
  '--limit <number>',
  `how many at most; without it ${usualRows} in a table, and all as CSV and JSON`,
  toLimit,
] as const;

import * as v from 'valibot';
import { keyOf } from './keys.ts';
import { getItem } from './read.ts';
import type { Table } from './table.ts';
import type { FreshActions, Update } from './write.ts';
import { transactFresh } from './write.ts';

const Counter = v.object({ last: v.number() });

/** Series of integer ids (docs/api.md, Identifiers). */
type Series = Parameters<typeof keyOf.counter>[0];

/** The last number of a series, or 0 before the first. */
export const readLast = async (table: Table, series: Series): Promise<number> => {
  const item = await getItem(table, keyOf.counter(series));
  return item === undefined ? 0 : v.parse(Counter, item).last;
};

const advance = (series: Series, last: number): Update => ({
  update: keyOf.counter(series),
  expression: 'SET #last = :next',
  condition: last === 0 ? 'attribute_not_exists(PK)' : '#last = :last',
  names: { '#last': 'last' },
  values: { ':next': last + 1, ...(last > 0 && { ':last': last }) },
});

/**
 * Raises a series to an imported number, in the transaction of the item with that number. Refused if the series is
 * there already.
 */
export const raiseTo = (series: Series, number: number): Update => ({
  update: keyOf.counter(series),
  expression: 'SET #last = :number',
  condition: 'attribute_not_exists(PK) OR #last < :number',
  names: { '#last': 'last' },
  values: { ':number': number },
});

/**
 * Takes the next number of a series and writes the `actions` for it, in one transaction, so that no number is used
 * twice or lost.
 *
 * @param racedWith further actions that are refused if somebody else was faster
 * @returns the number, or undefined if a condition of `actions` did not hold
 */
export const writeNumbered = async (
  table: Table,
  series: Series,
  actions: (number: number) => FreshActions['others'],
  racedWith: (number: number) => Promise<FreshActions['raced']> = async () => [],
): Promise<number | undefined> => {
  let number = 0;
  const refusals = await transactFresh(table, async () => {
    const last = await readLast(table, series);
    number = last + 1;
    return { raced: [advance(series, last), ...(await racedWith(number))], others: actions(number) };
  });
  return refusals === undefined ? number : undefined;
};

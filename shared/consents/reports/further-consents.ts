import pMap from 'p-map';
import { atOnce } from '../../runtime/retry.ts';
import { normaliseValue } from '../../schema/matching.ts';
import type { Table } from '../../store/table.ts';
import { nameKeys } from '../known-keys.ts';
import { readList } from '../list-reader.ts';
import type { ConsentList } from '../listing.ts';
import { valueList } from '../listing.ts';
import type { HeldValue } from './held-values.ts';

/** A value of a person's consents that also finds others, which may be hers. */
export interface FurtherConsents {
  readonly key: string;
  readonly value: string;
  readonly consents: number;
  /** How many of them were given after a moment, if one was asked about. */
  readonly later?: number;
  /** Whether there may be more of them: of a long list, only the newest are read. */
  readonly isLeast: boolean;
}

const mostEntries = 5_000;

const countOthers = async (table: Table, list: ConsentList, known: ReadonlySet<string>, after: string | undefined) => {
  let [looked, consents, later] = [0, 0, 0];
  const tell = (isLeast: boolean) => ({ consents, ...(after !== undefined && { later }), isLeast });
  for await (const { entries } of readList(table, list)) {
    looked += entries.length;
    const others = entries.filter(({ id }) => !known.has(id));
    consents += others.length;
    if (after !== undefined) later += others.filter(({ id }) => id > after).length;
    if (looked >= mostEntries) return tell(true);
  }
  return tell(false);
};

/** Each findable value once, as it was first written, without names of people. */
const collect = (held: readonly HeldValue[]) => {
  const found = new Map<string, { readonly key: string; readonly value: string; readonly normalised: string }>();
  for (const { key, value } of held) {
    const normalised = normaliseValue(key, value);
    const name = JSON.stringify([key, normalised]);
    if (normalised !== '' && !nameKeys.includes(key) && !found.has(name)) found.set(name, { key, value, normalised });
  }
  return [...found.values()];
};

/**
 * The values of consents that find further consents, and how many. Names of people are left out.
 *
 * @param known ids of the consents with the values
 * @param after an id: of the further consents, those given after its moment are counted too
 */
export const findFurther = async (
  table: Table,
  accountId: string,
  held: readonly HeldValue[],
  known: ReadonlySet<string>,
  after?: string,
): Promise<FurtherConsents[]> => {
  const looked = await pMap(
    collect(held),
    async ({ key, value, normalised }) => {
      const others = await countOthers(table, valueList(accountId, [key, normalised]), known, after);
      return { key, value, ...others };
    },
    atOnce,
  );
  return looked.filter((found) => found.consents > 0 || found.isLeast);
};

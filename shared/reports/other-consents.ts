import type { FindableValues } from '../consents/evidence.ts';
import { hasValues } from '../consents/listing.ts';
import { normaliseValue } from '../schema/matching.ts';
import { readNewest } from '../search/list-pages.ts';
import { planLists } from '../search/plan.ts';
import type { Table } from '../store/client.ts';
import type { HeldValue } from './held-values.ts';
import { identifying } from './later-consent.ts';

/** Consents that share a value with those of a person, and were not found with them. */
export interface OtherConsents {
  readonly key: string;
  /** As it is compared. */
  readonly value: string;
  /** How many there are among the newest hundred that have the value. */
  readonly consents: number;
}

/**
 * Looks with the values by which a person is the same one for consents that lack the value asked for: they may be of the same person.
 *
 * @param asked values that were looked for, which are not looked for again
 * @param held values of the consents that were found
 * @param found ids of these
 */
export const findOthers = async (
  table: Table,
  accountId: string,
  { asked, held }: { readonly asked: FindableValues; readonly held: readonly HeldValue[] },
  found: ReadonlySet<string>,
): Promise<OtherConsents[]> => {
  const others = new Map(
    held
      .filter(({ key }) => identifying.includes(key) && !asked.has(key))
      .map(({ key, value }) => [key, normaliseValue(key, value)] as const)
      .filter(([, value]) => value !== '')
      .map((pair) => [JSON.stringify(pair), pair] as const),
  );
  const counted = await Promise.all(
    [...others.values()].map(async ([key, value]) => {
      const values = new Map([[key, value]]);
      const [list] = planLists(accountId, { values });
      const entries = list === undefined ? [] : (await readNewest(table, list)).entries;
      const isTheirs = hasValues(accountId, values);
      return { key, value, consents: entries.filter((entry) => isTheirs(entry) && !found.has(entry.id)).length };
    }),
  );
  return counted.filter(({ consents }) => consents > 0);
};

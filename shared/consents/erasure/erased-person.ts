import { keyedDigest } from '../../digest.ts';
import type { Lineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import type { FindableValues } from '../evidence.ts';
import { readList } from '../list-reader.ts';
import { hasValues, personList } from '../listing.ts';
import { readConsents } from '../reports/list-consents.ts';
import type { ListedConsent } from '../reports/listed-consents.ts';
import { findErasureKey } from './erasures.ts';

/** What is left of a consent whose evidence was kept. */
export type ErasedConsent = ListedConsent & { readonly erased: Date };

/**
 * The erased consents that had all of the values, newest first. They are found by the digests that the erasure key
 * makes of the values (docs/contract.md, Erased consents). Consents that left only a count are not among them.
 *
 * @param values at least one
 */
export const findErasedPerson = async (
  { table, erasures, accountId }: { readonly table: Table; readonly erasures: Table; readonly accountId: string },
  values: FindableValues,
  lineage: Lineage,
): Promise<ErasedConsent[]> => {
  const key = await findErasureKey(erasures);
  if (key === undefined) return [];
  const digester = keyedDigest(key);
  const list = personList(accountId, values, digester);
  const isTheirs = hasValues(accountId, values, digester);
  const found: ErasedConsent[] = [];
  for await (const { entries } of readList(table, list)) {
    const ids = entries.filter(isTheirs).map(({ id }) => id);
    for (const { id, facets, version, times } of await readConsents(table, accountId, ids, lineage)) {
      const { erased } = times;
      if (erased !== undefined) found.push({ id, facets, version, times, erased });
    }
  }
  return found;
};

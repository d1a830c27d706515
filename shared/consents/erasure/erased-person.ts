import { keyedDigest } from '../../digest.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { parseConsent } from '../consent.ts';
import type { FindableValues } from '../evidence.ts';
import { pickFacets } from '../indexes.ts';
import { hasValues } from '../listing.ts';
import type { ListedConsent } from '../reports/project-entries.ts';
import { afterAll, beforeAll, readList } from '../search/list-pages.ts';
import { planLists } from '../search/plan.ts';
import { timesOf } from '../state.ts';
import { findErasureKey } from './erasures.ts';

/** What is left of a consent whose evidence was kept. */
export type ErasedConsent = Omit<ListedConsent, 'valueDigests'> & { readonly erased: Date };

const readErased = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  lineage: Lineage,
): Promise<ErasedConsent[]> => {
  const items = await batchGetNamed(
    table,
    ids.map((id) => keyOf.consent(accountId, id)),
  );
  const stored = items.filter((item) => item !== undefined).map(parseConsent);
  const named = stored.map(({ versionId }) => versionId);
  const known = await coverVersions(table, accountId, lineage, named);
  return stored.flatMap((consent) => {
    const { id, time: given, revokeTime: revoked, eraseTime: erased } = consent;
    if (erased === undefined) return [];
    const version = versionOf(known, consent.versionId);
    return [{ id, facets: pickFacets(consent), version, times: timesOf({ given, revoked, erased }, version), erased }];
  });
};

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
  const [list] = planLists(accountId, { values }, digester);
  if (list === undefined) throw new Error('A person is found by one value at least.');
  const isTheirs = hasValues(accountId, values, digester);
  const found: ErasedConsent[] = [];
  for await (const entries of readList(table, list, { above: beforeAll, upTo: afterAll }, 'newest-first')) {
    const ids = entries.filter(isTheirs).map(({ id }) => id);
    found.push(...(await readErased(table, accountId, ids, lineage)));
  }
  return found;
};

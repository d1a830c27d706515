import { parseConsent } from '../consents/consent.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Gap } from './completeness-schema.ts';
import type { Reader } from './many-holdings.ts';
import { readManyHoldings } from './many-holdings.ts';
import { toGaps } from './statement.ts';

/** How often to read consents again if their proof was moved or erased during the reading. */
const mostReadings = 5;

const readOnce = async (table: Table, ids: readonly string[], reader: Reader) => {
  const keys = ids.map((id) => keyOf.consent(reader.account.id, id));
  const items = await batchGet(table, keys, { consistent: true });
  const consents = items.filter((item) => item !== undefined).map(parseConsent);
  const judged = consents.map((consent) => ({ ...consent, revokeProof: undefined, revokeProofBytes: undefined }));
  const found = new Map<string, readonly Gap[]>();
  for await (const holdings of readManyHoldings(table, judged, reader))
    found.set(holdings.consent.id, toGaps(holdings));
  return found;
};

/**
 * The gaps of consents, by id. Each consent is read with its proof, and each text once. Proofs of revocations do not
 * matter here.
 *
 * @param ids about a hundred. Those that are gone by now are left out
 */
export const readGaps = async (
  table: Table,
  ids: readonly string[],
  reader: Reader,
  readings = 1,
): Promise<ReadonlyMap<string, readonly Gap[]>> => {
  try {
    return await readOnce(table, ids, reader);
  } catch (error) {
    if (readings === mostReadings) throw error;
    return readGaps(table, ids, reader, readings + 1);
  }
};

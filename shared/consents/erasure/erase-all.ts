import pMap from 'p-map';
import { keyedDigest } from '../../digest.ts';
import { readLineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import type { Erasing } from './erasing.ts';
import { eraseConsent } from './erasing.ts';
import { takeErasureKey } from './erasure-key.ts';
import type { Erasure } from './erasures.ts';
import type { Leaving } from './leaving.ts';
import { waitToLeave } from './leaving.ts';

/** The tables and the account of an erasure. */
export interface ErasureSite {
  readonly table: Table;
  readonly erasures: Table;
  readonly accountId: string;
}

/** The result of an erasure. */
export interface ErasureOutcome {
  /** How many were erased now, and how many earlier. */
  readonly erased: number;
  readonly before: number;
  /** How many do not exist. */
  readonly missing: number;
  /** How many of the erased ones an index still lists. This reveals nothing, and the index follows on its own. */
  readonly listed: number;
}

/** Consents to erase before checking that the indexes have followed, and how many to erase at a time. */
const consentsOfBatch = 1_000;
const consentsAtOnce = 16;

/** Erases listed consents that are not erased yet, and waits until the indexes have followed. */
export const eraseAll = async (
  { table, erasures, accountId }: ErasureSite,
  wanted: readonly Erasure[],
  now: Date,
  onErased: () => void = () => {},
): Promise<ErasureOutcome> => {
  const [key, lineage] = await Promise.all([takeErasureKey(erasures, now), readLineage(table, accountId)]);
  const planned = new Map(wanted.map((erasure) => [erasure.consentId, erasure]));
  const ids = [...planned.keys()];
  let [erased, missing] = [0, 0];
  const listed = new Set<string>();
  for (let from = 0; from < ids.length; from += consentsOfBatch) {
    const leaving: Leaving[] = [];
    const erasing: Erasing = {
      ...{ table, accountId, digester: keyedDigest(key), lineage, planned },
      onErased: (consentId, leaves) => {
        erased += 1;
        leaving.push(...leaves.map((list) => ({ consentId, list })));
        onErased();
      },
    };
    const batch = [...planned.values()].slice(from, from + consentsOfBatch);
    const gone = await pMap(batch, (erasure) => eraseConsent(erasing, erasure), { concurrency: consentsAtOnce });
    missing += gone.filter((isGone) => isGone).length;
    for (const { consentId } of await waitToLeave(table, leaving)) listed.add(consentId);
  }
  return { erased, missing, before: planned.size - erased - missing, listed: listed.size };
};

export const nothingErased: ErasureOutcome = { erased: 0, before: 0, missing: 0, listed: 0 };

export const addOutcomes = (one: ErasureOutcome, other: ErasureOutcome): ErasureOutcome => ({
  erased: one.erased + other.erased,
  before: one.before + other.before,
  missing: one.missing + other.missing,
  listed: one.listed + other.listed,
});

import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { ConsentList } from '../consents/listing.ts';
import { isListed } from '../search/is-listed.ts';
import type { Table } from '../store/client.ts';

/** A consent, and a list of an index in which it must not be any more. */
export interface Leaving {
  readonly consentId: string;
  readonly list: ConsentList;
}

const queriesAtOnce = 16;

/** Milliseconds: how long indexes are waited for, and between two looks. */
const patience = 30_000;
const pause = 250;

/** Waits until the indexes have followed, half a minute at most. Returns those that have not. */
export const waitToLeave = async (table: Table, leaving: readonly Leaving[]): Promise<Leaving[]> => {
  const deadline = performance.now() + patience;
  for (let left = [...leaving]; ; await sleep(pause)) {
    const shown = await pMap(left, ({ list, consentId }) => isListed(table, list, consentId), {
      concurrency: queriesAtOnce,
    });
    left = left.filter((_, i) => shown[i]);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
};

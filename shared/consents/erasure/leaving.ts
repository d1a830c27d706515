import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { ConsentList } from '../listing.ts';
import { isListed } from '../search/is-listed.ts';
import type { Table } from '../../store/client.ts';

/** A consent, and a list of an index that must not show it any more. */
export interface Leaving {
  readonly consentId: string;
  readonly list: ConsentList;
}

const queriesAtOnce = 16;

/** Milliseconds to wait for indexes, and between two checks. */
const patience = 30_000;
const pause = 250;

/** Waits for the indexes to follow, at most half a minute. Returns the lists that have not followed. */
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

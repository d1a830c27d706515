import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { ConsentList } from '../consents/listing.ts';
import { readList } from '../search/list-pages.ts';
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

const isListed = async (table: Table, { consentId, list }: Leaving): Promise<boolean> => {
  const range = { above: consentId.slice(0, -1), upTo: consentId };
  const pages = await Array.fromAsync(readList(table, list, range, 'oldest-first'));
  return pages.flat().some(({ id }) => id === consentId);
};

/** Waits until the indexes have followed, half a minute at most. Returns those that have not. */
export const waitToLeave = async (table: Table, leaving: readonly Leaving[]): Promise<Leaving[]> => {
  const deadline = performance.now() + patience;
  for (let left = [...leaving]; ; await sleep(pause)) {
    const shown = await pMap(left, (each) => isListed(table, each), { concurrency: queriesAtOnce });
    left = left.filter((_, i) => shown[i]);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
};

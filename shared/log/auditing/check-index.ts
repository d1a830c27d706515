import pMap from 'p-map';
import { batchGet } from '../../store/batch-get.ts';
import type { Item, Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/log-keys.ts';
import { queryPages } from '../../store/query.ts';
import type { Located } from '../index-rows.ts';
import { planIndex } from '../leaf-index.ts';
import type { Report } from './finding.ts';

/** Compares the index with its leaves, one checkpoint at a time. */
export interface IndexCheck {
  readonly add: (event: Located) => void;
  /** Skips a leaf whose event nobody knows. The index of its checkpoint cannot be compared. */
  readonly skip: () => void;
  /** Called when all leaves of a checkpoint have come. */
  readonly close: (treeSize: number) => Promise<void>;
  /** Finds items that belong to no checkpoint. */
  readonly finish: () => Promise<void>;
}

/**
 * The most leaves of a checkpoint in memory. More would belong to several checkpoints; all except the last were
 * dropped.
 */
const mostLeaves = 40_000;
const readsAtOnce = 8;

/** Sort keys begin with hexadecimal digits. */
const allKeys = { from: '0', until: '~' };

type Planned = ReturnType<typeof planIndex>[number];

const isSame = (stored: Item | undefined, { rows, treeSize, takenIn }: Planned): boolean =>
  stored?.rows instanceof Uint8Array &&
  Buffer.from(stored.rows).equals(rows) &&
  stored.treeSize === treeSize &&
  stored.takenIn === takenIn;

const partitionOf = (hour: string) => ({ PK: logKeyOf.index(hour, '', '').PK, SK: '' });

export const newIndexCheck = (log: Table, report: Report): IndexCheck => {
  let [first, count, isWhole] = [0, 0, true];
  let events: Located[] = [];
  /** Number of items of each partition. */
  const expected = new Map<string, number>();
  const damaged = new Set<string>();
  const compare = async (treeSize: number): Promise<void> => {
    const items = planIndex(events, { first, treeSize });
    for (const { PK } of items) expected.set(PK, (expected.get(PK) ?? 0) + 1);
    const stored = await batchGet(log, items, { consistent: true });
    const wrong = items.filter((item, i) => !isSame(stored[i], item));
    for (const { PK } of wrong) damaged.add(PK);
    if (wrong.length > 0)
      report({
        kind: 'index',
        at: treeSize,
        says: `${wrong.length} of ${items.length} items for leaves ${first} to ${treeSize - 1}`,
      });
  };
  const countItems = async (PK: string): Promise<number> => {
    let found = 0;
    for await (const page of queryPages(log, { PK, SK: '' }, { range: allKeys })) found += page.length;
    return found;
  };
  return {
    add: (event) => {
      count += 1;
      if (events.length < mostLeaves) events.push(event);
      else isWhole = false;
    },
    skip: () => {
      count += 1;
      isWhole = false;
    },
    close: async (treeSize) => {
      if (isWhole) await compare(treeSize);
      else for (const event of events) damaged.add(partitionOf(new Date(event.time).toISOString().slice(0, 13)).PK);
      [first, count, isWhole, events] = [first + count, 0, true, []];
    },
    finish: async () => {
      const hours = [...expected].filter(([PK]) => !damaged.has(PK));
      await pMap(
        hours,
        async ([PK, items]) => {
          const found = await countItems(PK);
          if (found !== items) report({ kind: 'index', says: `${PK} has ${found} items instead of ${items}` });
        },
        { concurrency: readsAtOnce },
      );
    },
  };
};

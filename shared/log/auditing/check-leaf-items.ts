import { attempt } from '../../attempt.ts';
import type { Table } from '../../store/client.ts';
import { leafBeginning, tableDefinition } from '../../store/keys.ts';
import { scanTable } from '../../store/scan.ts';
import { eventInKey, parseLeafItem } from '../leaf-items.ts';
import { readIdentity } from '../log-event.ts';
import type { Report } from './finding.ts';
import type { KnownLeaf, KnownLeaves } from './known-leaves.ts';
import type { WholeLog } from './read-whole-log.ts';
import type { KeyedItem } from './scan-evidence.ts';

/** The attributes that this check reads of any item of the log table. None is secret. */
export const leafAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  'index',
  'time',
  'entry',
];

const ofLeaves = {
  attributes: leafAttributes,
  filter: (placeholderOf: (attribute: string) => string): string =>
    `begins_with(${placeholderOf(tableDefinition.partitionKey)}, :leaf)`,
  values: { ':leaf': leafBeginning },
};

/** The most items that may wait for what the log has received since it was read. */
const mostWaiting = 100_000;

const isItemOf = (item: KeyedItem, { partition, index, time, entry }: KnownLeaf): boolean => {
  const stored = attempt(() => parseLeafItem(item));
  return (
    stored !== undefined &&
    item.PK === partition &&
    stored.index === index &&
    stored.time === time &&
    entry.equals(stored.entry)
  );
};

const findKnown = (item: KeyedItem, leaves: KnownLeaves) => {
  const event = eventInKey(item);
  return { event, known: event && leaves.find(event) };
};

const match = (item: KeyedItem, leaves: KnownLeaves): boolean => {
  const { event, known } = findKnown(item, leaves);
  const isRight = known !== undefined && isItemOf(item, known);
  if (isRight && event !== undefined) leaves.seeItem(event);
  return isRight;
};

/** Reads the items of all leaves. @returns those that fit no leaf, or none that the log had when it was read */
export const readLeafItems = async (log: Table, leaves: KnownLeaves, segments: number): Promise<KeyedItem[]> => {
  const others: KeyedItem[] = [];
  for await (const page of scanTable(log, segments, ofLeaves))
    for (const item of page) if (!match(item, leaves) && others.length < mostWaiting) others.push(item);
  return others;
};

/** Whether it is the item of a leaf whose block is gone, which is another finding. */
const isOrphan = (item: KeyedItem, orphans: WholeLog['orphans']): boolean => {
  const stored = attempt(() => parseLeafItem(item));
  return stored !== undefined && orphans.get(Buffer.from(stored.entry).toString('hex')) === stored.index;
};

/**
 * Compares the items of leaves with the blocks, once all blocks are read. An item that is missing hides what the log
 * has, and one of no leaf keeps a leaf out.
 */
export const judgeLeafItems = (
  others: readonly KeyedItem[],
  { leaves, size, orphans }: WholeLog,
  report: Report,
): void => {
  for (const item of others) {
    if (match(item, leaves) || isOrphan(item, orphans)) continue;
    const { event, known } = findKnown(item, leaves);
    const says = known === undefined ? 'an item of no leaf' : 'its item differs from the block';
    report({ kind: 'leaf', account: known?.account, id: event?.id ?? `${item.PK} ${item.SK}`, at: known?.index, says });
    if (event !== undefined && known?.partition === item.PK) leaves.seeItem(event);
  }
  for (const { identity, account, index: at, hasItem } of leaves.all()) {
    const { kind, id } = readIdentity(identity);
    if (!hasItem && at < size) report({ kind: 'leaf', account, id, at, says: `its item is missing: ${kind}` });
  }
};

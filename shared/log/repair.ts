import { parseLogged } from '../consents/consent.ts';
import { attempt } from '../runtime/values.ts';
import { batchGet } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { appendLeaves, leafKeyOf } from './blocks.ts';
import { leavesOfItem } from './feed.ts';
import type { Leaf, LogEvent } from './log-event.ts';
import { scanEvidence } from './scan-evidence.ts';

/** What was appended, by kind, and what could not be read. */
export interface Repair {
  readonly kinds: Readonly<Partial<Record<LogEvent['kind'], number>>>;
  /** Keys of unreadable items. */
  readonly unreadable: readonly string[];
}

/** Options of a repair. */
interface Manner {
  readonly segments: number;
  /** Called with the number of items just checked. */
  readonly onItems: (count: number) => void;
  /** Called before the first leaf is appended. @returns the entry of the operations log that it wrote */
  readonly onFirst: () => Promise<Item | undefined>;
  readonly clock?: () => Date;
}

/** A leaf, and the item that it is made from. */
interface Found {
  readonly leaf: Leaf;
  readonly item: Item;
}

/** Those of the leaves that the log does not have, as far as an eventually consistent read can say. */
const findUnlogged = async (log: Table, found: readonly Found[]): Promise<Found[]> => {
  const keys = found.map(({ leaf: { event } }) => leafKeyOf(event));
  const known = await batchGet(log, keys, { consistent: false });
  return found.filter((_, i) => known[i] === undefined);
};

/**
 * An erasure is the first event of its consent only if the log does not have when that was given, and the stream can no
 * longer bring it: the consent would count twice. Until then the erasure is left to the feed.
 */
const markFirst = async (log: Table, found: readonly Found[], now: Date): Promise<Leaf[]> => {
  const erased = found.filter(({ leaf: { event } }) => event.isFirst === true);
  const keys = erased.map(({ leaf: { event } }) => leafKeyOf({ kind: 'recorded', id: event.id }));
  const given = await batchGet(log, keys, { consistent: false });
  const known = new Set(erased.filter((_, i) => given[i] !== undefined));
  return found.flatMap((each) => {
    const { leaf, item } = each;
    if (leaf.event.isFirst !== true) return [leaf];
    if (!known.has(each)) return now.getTime() - writtenAt(item) < longestInStream ? [] : [leaf];
    const { isFirst: _, ...event } = leaf.event;
    return [{ ...leaf, event }];
  });
};

/** Milliseconds for which a stream keeps its records, and an hour for clocks. */
const longestInStream = 25 * 3_600_000;

/** When a consent came into the table. */
const writtenAt = (item: Item): number => {
  const { imported, time } = parseLogged(item);
  return (imported?.at ?? time).getTime();
};

/**
 * Appends to the log what the table has and the log lacks: everything from before the log, and what could not be read
 * when it came. It may run again at any time, also after an interruption and while others append.
 *
 * @throws Problem store.unavailable
 */
export const repairLog = async (
  { table, log }: { readonly table: Table; readonly log: Table },
  { segments, onItems, onFirst, clock = () => new Date() }: Manner,
): Promise<Repair> => {
  const kinds: Partial<Record<LogEvent['kind'], number>> = {};
  const unreadable: string[] = [];
  let hasBegun = false;
  let own: Item | undefined;
  const append = async (found: readonly Found[]): Promise<void> => {
    const lacking = await markFirst(log, await findUnlogged(log, found), clock());
    if (lacking.length > 0 && !hasBegun) own = await onFirst();
    hasBegun ||= lacking.length > 0;
    const { appended } = await appendLeaves(log, lacking, clock());
    for (const { event } of appended) kinds[event.kind] = (kinds[event.kind] ?? 0) + 1;
  };
  for await (const page of scanEvidence(table, segments)) {
    const found: Found[] = [];
    for (const item of page) {
      const leaves = attempt(() => leavesOfItem(item));
      if (leaves === undefined) unreadable.push(item.PK);
      found.push(...(leaves ?? []).map((leaf) => ({ leaf, item })));
    }
    await append(found);
    onItems(page.length);
  }
  // The entry of this run came after the table was read. Without its leaf, the next run would find it.
  if (own !== undefined) await appendLeaves(log, leavesOfItem(own), clock());
  return { kinds, unreadable };
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../store/client.ts';
import { nameReason, unavailable } from '../store/unavailable.ts';
import { isNew, write } from '../store/write.ts';
import type { Block } from './block.ts';
import { endOfBlock, identitiesOf, toBlockItem } from './block.ts';
import { readBlocks, readBlocksBack } from './blocks.ts';
import type { Leaf } from './log-event.ts';
import { identityOf } from './log-event.ts';

/** As many leaves as a block has at most. */
const longestBlock = 1_000;

/** By how much the clocks of what appends and of what creates records may differ, in milliseconds. */
const clockDifference = 60_000;

/** Identities of events that the log has. */
interface KnownEvents {
  readonly has: (identity: string) => boolean;
  readonly add: (identity: string) => unknown;
}

/** Where the log ends, and which of the wanted events are in its blocks since a moment. */
const lookBack = async (log: Table, wanted: ReadonlySet<string>, since: Date) => {
  const known = new Set<string>();
  let last: Block | undefined;
  for await (const block of readBlocksBack(log)) {
    last ??= block;
    for (const identity of identitiesOf(block)) if (wanted.has(identity)) known.add(identity);
    if (block.appendedAt < since.getTime() - clockDifference) break;
  }
  return { known, last };
};

/** Each event once, in its order. */
const unite = (leaves: readonly Leaf[], known: KnownEvents): Leaf[] => {
  const fresh = new Map<string, Leaf>();
  for (const leaf of leaves) {
    const identity = identityOf(leaf.event);
    if (!known.has(identity) && !fresh.has(identity)) fresh.set(identity, leaf);
  }
  return [...fresh.values()];
};

const mostAttempts = 100;
const longestPause = 100;

/** What appending knows of the log before it: its last block, and which of the events it has. */
interface Known {
  readonly last: Block | undefined;
  readonly known: KnownEvents;
}

/** Puts one block behind the last. Where another one is there by now, all since then are read, and it is tried behind those. */
const appendBlock = async (log: Table, leaves: readonly Leaf[], { last, known }: Known, now: Date) => {
  let before = last;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const fresh = unite(leaves, known);
    if (fresh.length === 0) return before;
    const first = before === undefined ? 0 : endOfBlock(before);
    const block: Block = { first, appendedAt: Math.max(now.getTime(), before?.appendedAt ?? 0), leaves: fresh };
    if ((await write(log, { put: toBlockItem(block), ...isNew })).done) {
      for (const identity of identitiesOf(block)) known.add(identity);
      return block;
    }
    for await (const other of readBlocks(log, first)) {
      before = other;
      for (const identity of identitiesOf(other)) known.add(identity);
    }
    await sleep(longestPause * Math.random());
  }
  throw unavailable(nameReason('LogContention'));
};

/**
 * Appends leaves behind the last block, those alone that the log does not have yet. Each event is in it once, whoever else appends at the
 * same time: the next block has one key, and the first writer gets it.
 *
 * @param leaves in the order in which they happened to their records
 * @param known has all events up to the end of `last`, and gets those that are appended
 * @returns the last block then
 * @throws Problem store.unavailable
 */
export const appendUnknown = async (
  log: Table,
  leaves: readonly Leaf[],
  { last, known }: Known,
  now: Date,
): Promise<Block | undefined> => {
  let end = last;
  for (let i = 0; i < leaves.length; i += longestBlock)
    end = await appendBlock(log, leaves.slice(i, i + longestBlock), { last: end, known }, now);
  return end;
};

/**
 * The same for leaves of the stream, which come again where a batch failed: the blocks since then tell which of them the log has.
 *
 * @param leaves in the order in which they happened to their records
 * @param since when the first of the events became known: a block that has one of them is not older
 * @throws Problem store.unavailable
 */
export const appendLeaves = async (
  log: Table,
  leaves: readonly Leaf[],
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<void> => {
  if (leaves.length === 0) return;
  const wanted = new Set(identitiesOf({ leaves }));
  await appendUnknown(log, leaves, await lookBack(log, wanted, since), now);
};

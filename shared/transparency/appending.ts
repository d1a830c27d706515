import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../store/client.ts';
import { nameReason, unavailable } from '../store/unavailable.ts';
import { isNew, write } from '../store/write.ts';
import type { Block } from './block.ts';
import { endOfBlock, identitiesOf, toBlockItem } from './block.ts';
import { readBlocks } from './blocks.ts';
import type { KnownEvents, LogEnd } from './log-end.ts';
import { atEndOfLog } from './log-end.ts';
import type { Leaf } from './log-event.ts';
import { identityOf } from './log-event.ts';

/** As many leaves as a block has at most. */
const longestBlock = 1_000;

/** By how much the clocks of what appends and of what creates records may differ, in milliseconds. */
const clockDifference = 60_000;

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

/** Puts one block behind the last. Where another one is there by now, all since then are read, and it is tried behind those. */
const appendBlock = async (log: Table, leaves: readonly Leaf[], { last, known }: LogEnd, now: Date) => {
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
  { last, known }: LogEnd,
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
  const range = { wanted, since: since.getTime() - clockDifference };
  await atEndOfLog(log, range, (end) => appendUnknown(log, leaves, end, now));
};

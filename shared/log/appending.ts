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

/** The most leaves in a block. */
const longestBlock = 1_000;

/** Milliseconds by which the clocks of the appending and the recording functions may differ. */
const clockDifference = 60_000;

/** Each event once, in order. */
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

/** Writes one block after the last. If another block is there by now, it reads all new blocks and tries after those. */
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
 * Appends leaves after the last block, but only those that the log does not have yet. Each event is in the log once,
 * even if others append at the same time: the next block has one key, and the first writer gets it.
 *
 * @param leaves in the order in which they happened to their records
 * @param known has all events up to the end of `last`, and gets those that are appended
 * @returns the last block after that
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
 * Does the same for leaves of the stream, which come again if a batch failed. The blocks since then show which of them
 * the log has.
 *
 * @param leaves in the order in which they happened to their records
 * @param since when the first of the events became known. Blocks with any of them are not older
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

import { setTimeout as sleep } from 'node:timers/promises';
import { toChunks } from '../chunks.ts';
import type { Table } from '../store/client.ts';
import { nameReason, unavailable } from '../store/unavailable.ts';
import { isNew, write } from '../store/write.ts';
import type { Block } from './blocks.ts';
import { endOfBlock, readBlocks, readBlocksBack, toBlockItem } from './blocks.ts';
import { partOfNotice } from './index-rows.ts';
import type { Leaf, LogEvent } from './log-event.ts';
import { identityOf } from './log-event.ts';

/** The most leaves in a block. */
const longestBlock = 1_000;

/** Milliseconds by which the clocks of the appending and the recording functions may differ. */
const clockDifference = 60_000;

/**
 * What distinguishes an event from those that the log has. A version is one of its account and notice: otherwise somebody
 * could keep one out of the log who first writes another with its id elsewhere. Of a consent, both would be found by
 * its id.
 */
const nameOf = (event: LogEvent): string => {
  const { account, notice } = event;
  const identity = identityOf(event);
  return account === undefined || notice === undefined ? identity : `${identity}#${partOfNotice(account, notice.pid)}`;
};

/** Each event once, in order. */
const unite = (leaves: readonly Leaf[], known: KnownEvents): Leaf[] => {
  const fresh = new Map<string, Leaf>();
  for (const leaf of leaves) {
    const name = nameOf(leaf.event);
    if (!known.has(leaf.event) && !fresh.has(name)) fresh.set(name, leaf);
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
      for (const { event } of block.leaves) known.add(event);
      return block;
    }
    for await (const other of readBlocks(log, first)) {
      before = other;
      for (const { event } of other.leaves) known.add(event);
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
  for (const block of toChunks(leaves, longestBlock)) end = await appendBlock(log, block, { last: end, known }, now);
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
  const wanted = new Set(leaves.map(({ event }) => nameOf(event)));
  const range = { wanted, since: since.getTime() - clockDifference };
  await atEndOfLog(log, range, (end) => appendUnknown(log, leaves, end, now));
};

/** Events in the log. */
interface KnownEvents {
  readonly has: (event: LogEvent) => boolean;
  readonly add: (event: LogEvent) => unknown;
}

/** The last block of a log, and the events of all blocks from a moment up to it. */
interface LogEnd {
  readonly last: Block | undefined;
  readonly known: KnownEvents;
}

/**
 * Events that are remembered in each of two halves. When the newer half is full, the older one is forgotten. 300,000
 * events take about 20 MB.
 */
const mostOfHalf = 300_000;

interface Half {
  /** All events of blocks that are not older are in this half or a newer one. */
  readonly since: number;
  readonly names: Set<string>;
}

interface Remembered {
  readonly last: Block;
  readonly halves: readonly Half[];
}

/**
 * What this process remembers of each log since the last batch. A batch takes it out, so that a simultaneous batch
 * reads the log itself.
 */
const memories = new WeakMap<Table, Remembered>();

const toKnown = (halves: readonly Half[]): KnownEvents => ({
  has: (event) => halves.some(({ names }) => names.has(nameOf(event))),
  add: (event) => halves.at(-1)?.names.add(nameOf(event)),
});

const remember = (log: Table, halves: readonly Half[], last: Block | undefined): void => {
  const [newest] = halves.slice(-1);
  if (last === undefined || newest === undefined) return;
  const isFull = newest.names.size >= mostOfHalf;
  const next: Half = { since: last.appendedAt + 1, names: new Set() };
  memories.set(log, { last, halves: isFull ? [newest, next] : halves });
};

/**
 * The memory with what others appended since. Undefined if it does not go back far enough, or if reading backwards is
 * shorter.
 */
const readOn = async (log: Table, since: number): Promise<Remembered | undefined> => {
  const memory = memories.get(log);
  memories.delete(log);
  if (memory === undefined || (memory.halves[0]?.since ?? since) > since || memory.last.appendedAt < since)
    return undefined;
  const { halves } = memory;
  const known = toKnown(halves);
  let { last } = memory;
  for await (const block of readBlocks(log, endOfBlock(last))) {
    last = block;
    for (const { event } of block.leaves) known.add(event);
  }
  return { last, halves };
};

/** Reads back to the first older block. Beyond the number that is remembered, it keeps only wanted events. */
const readBack = async (log: Table, wanted: ReadonlySet<string>, since: number) => {
  const names = new Set<string>();
  let last: Block | undefined;
  let isWhole = true;
  for await (const block of readBlocksBack(log)) {
    last ??= block;
    isWhole &&= names.size < mostOfHalf;
    for (const name of block.leaves.map(({ event }) => nameOf(event))) if (isWhole || wanted.has(name)) names.add(name);
    if (block.appendedAt < since) break;
  }
  return { last, halves: [{ since, names }], isWhole };
};

/**
 * Appends at the end of a log, after finding which of the wanted events its blocks since a moment have. This process
 * does not read again what an earlier batch has read: after an outage, many old batches come one after the other.
 *
 * @param since in milliseconds since the epoch
 * @param append returns the last block after that
 */
const atEndOfLog = async (
  log: Table,
  { wanted, since }: { readonly wanted: ReadonlySet<string>; readonly since: number },
  append: (end: LogEnd) => Promise<Block | undefined>,
): Promise<void> => {
  const remembered = await readOn(log, since);
  const { last, halves, isWhole } = remembered ? { ...remembered, isWhole: true } : await readBack(log, wanted, since);
  const end = await append({ last, known: toKnown(halves) });
  if (isWhole) remember(log, halves, end);
};

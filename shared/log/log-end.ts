import type { Table } from '../store/client.ts';
import type { Block } from './block.ts';
import { endOfBlock, identitiesOf } from './block.ts';
import { readBlocks, readBlocksBack } from './blocks.ts';

/** Identities of events in the log. */
export interface KnownEvents {
  readonly has: (identity: string) => boolean;
  readonly add: (identity: string) => unknown;
}

/** The last block of a log, and the events of all blocks from a moment up to it. */
export interface LogEnd {
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
  readonly identities: Set<string>;
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
  has: (identity) => halves.some(({ identities }) => identities.has(identity)),
  add: (identity) => halves.at(-1)?.identities.add(identity),
});

const remember = (log: Table, halves: readonly Half[], last: Block | undefined): void => {
  const [newest] = halves.slice(-1);
  if (last === undefined || newest === undefined) return;
  const isFull = newest.identities.size >= mostOfHalf;
  const next: Half = { since: last.appendedAt + 1, identities: new Set() };
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
    for (const identity of identitiesOf(block)) known.add(identity);
  }
  return { last, halves };
};

/** Reads back to the first older block. Beyond the number that is remembered, it keeps only wanted events. */
const readBack = async (log: Table, wanted: ReadonlySet<string>, since: number) => {
  const identities = new Set<string>();
  let last: Block | undefined;
  let isWhole = true;
  for await (const block of readBlocksBack(log)) {
    last ??= block;
    isWhole &&= identities.size < mostOfHalf;
    for (const identity of identitiesOf(block)) if (isWhole || wanted.has(identity)) identities.add(identity);
    if (block.appendedAt < since) break;
  }
  return { last, halves: [{ since, identities }], isWhole };
};

/**
 * Appends at the end of a log, after finding which of the wanted events its blocks since a moment have. This process
 * does not read again what an earlier batch has read: after an outage, many old batches come one after the other.
 *
 * @param since in milliseconds since the epoch
 * @param append returns the last block after that
 */
export const atEndOfLog = async (
  log: Table,
  { wanted, since }: { readonly wanted: ReadonlySet<string>; readonly since: number },
  append: (end: LogEnd) => Promise<Block | undefined>,
): Promise<void> => {
  const remembered = await readOn(log, since);
  const { last, halves, isWhole } = remembered ? { ...remembered, isWhole: true } : await readBack(log, wanted, since);
  const end = await append({ last, known: toKnown(halves) });
  if (isWhole) remember(log, halves, end);
};

import * as v from 'valibot';
import type { Item, Table } from '../store/client.ts';
import { compress, unpack } from '../store/compression.ts';
import { largestNumber, logKeyOf, numberIn } from '../store/keys.ts';
import { queryPages } from '../store/query.ts';
import type { Leaf } from './log-event.ts';
import { identityOf, LogEvent } from './log-event.ts';
import { toHashes } from './tiles.ts';

/** Blocks in order, from a leaf on, which must be the first of a block. */
export async function* readBlocks(log: Table, from = 0): AsyncGenerator<Block> {
  const last = logKeyOf.block(largestNumber).SK;
  for await (const page of queryPages(log, logKeyOf.block(''), {
    range: { from: logKeyOf.block(from).SK, until: last },
  }))
    for (const item of page) yield parseBlock(item);
}

/** Reading backwards begins with a page of few blocks, because the last ones usually suffice. */
const firstPage = 8;
const pageGrowth = 8;
const largestPage = 512;

/**
 * Blocks from the last one backwards. They are parsed one at a time: a thousand leaves take a hundred times their
 * bytes.
 */
export async function* readBlocksBack(log: Table): AsyncGenerator<Block> {
  for (
    let [limit, before] = [firstPage, largestNumber];
    before >= 0;
    limit = Math.min(limit * pageGrowth, largestPage)
  ) {
    const range = { from: logKeyOf.block(0).SK, until: logKeyOf.block(before).SK };
    let count = 0;
    for await (const page of queryPages(log, logKeyOf.block(''), { range, order: 'descending', limit })) {
      for (const item of page) {
        const block = parseBlock(item);
        before = block.first - 1;
        yield block;
      }
      count += page.length;
      if (count >= limit) break;
    }
    if (count < limit) return;
  }
}

/** The last block, or undefined in an empty log. */
export const findLastBlock = async (log: Table): Promise<Block | undefined> => {
  for await (const block of readBlocksBack(log)) return block;
  return undefined;
};

/** Leaves that were appended together. `first` is the index of the first one. */
export interface Block {
  readonly first: number;
  /** In milliseconds since the epoch, never earlier than that of the block before. */
  readonly appendedAt: number;
  readonly leaves: readonly Leaf[];
}

const Stored = v.object({
  SK: v.pipe(v.string(), v.transform(numberIn)),
  appendedAt: v.number(),
  entries: v.instance(Uint8Array),
  events: v.instance(Uint8Array),
});

/** @throws Error when the item is damaged */
export const parseBlock = (item: Item): Block => {
  const { SK: first, appendedAt, entries, events } = v.parse(Stored, item);
  const told = v.parse(v.array(LogEvent), unpack(events).value);
  const each = toHashes(entries);
  if (each.length !== told.length || each.length === 0) throw new Error('A block of the log is damaged.');
  return { first, appendedAt, leaves: told.map((event, i) => ({ event, entry: each[i] ?? new Uint8Array() })) };
};

/** The index after the last leaf of a block. */
export const endOfBlock = ({ first, leaves }: Block): number => first + leaves.length;

/** The item of a block. */
export const toBlockItem = ({ first, appendedAt, leaves }: Block) => ({
  ...logKeyOf.block(first),
  appendedAt,
  entries: Buffer.concat(leaves.map(({ entry }) => entry)),
  events: compress(leaves.map(({ event }) => event)),
});

/** The identities of its events. */
export const identitiesOf = ({ leaves }: Pick<Block, 'leaves'>): string[] =>
  leaves.map(({ event }) => identityOf(event));

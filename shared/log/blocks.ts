import * as v from 'valibot';
import { attempt, isSameBytes } from '../runtime/values.ts';
import { compress, unpack } from '../store/item.ts';
import { largestNumber, logKeyOf, numberIn } from '../store/keys.ts';
import { queryItems, queryPages } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { LoggedLeaf } from './leaf-items.ts';
import type { Leaf } from './log-event.ts';
import { LogEvent } from './log-event.ts';
import { toHashes } from './tiles.ts';

/** Blocks in order, from a leaf on, which must be the first of a block. */
export async function* readBlocks(log: Table, from = 0): AsyncGenerator<Block> {
  const last = logKeyOf.block(largestNumber).SK;
  for await (const page of queryPages(log, logKeyOf.block(''), {
    range: { from: logKeyOf.block(from).SK, until: last },
  }))
    for (const item of page) yield parseBlock(item);
}

/** Blocks from the last one backwards. */
export async function* readBlocksBack(log: Table): AsyncGenerator<Block> {
  for await (const page of queryPages(log, logKeyOf.block(''), { order: 'descending' }))
    for (const item of page) yield parseBlock(item);
}

/** The last block, or undefined in an empty log. */
export const findLastBlock = async (log: Table): Promise<Block | undefined> => {
  const [item] = await queryItems(log, logKeyOf.block(''), { order: 'descending', limit: 1 });
  return item && parseBlock(item);
};

/** A leaf as its block has it. Undefined if that is missing or damaged, or has another entry there. */
export const findInBlock = async (log: Table, { index, entry }: LoggedLeaf): Promise<Leaf | undefined> => {
  const range = { from: logKeyOf.block(0).SK, until: logKeyOf.block(index).SK };
  const [item] = await queryItems(log, logKeyOf.block(''), { range, order: 'descending', limit: 1 });
  const block = item && attempt(() => parseBlock(item));
  const leaf = block?.leaves[index - block.first];
  return leaf && isSameBytes(leaf.entry, entry) ? leaf : undefined;
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

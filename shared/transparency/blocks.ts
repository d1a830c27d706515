import type { Item, Table } from '../store/client.ts';
import { largestNumber, logKeyOf } from '../store/log-keys.ts';
import { queryPages } from '../store/query.ts';
import type { Block } from './block.ts';
import { parseBlock } from './block.ts';

/** Blocks from a leaf on, which must be the first of one, in their order. */
export async function* readBlocks(log: Table, from = 0): AsyncGenerator<Block> {
  const last = logKeyOf.block(largestNumber).SK;
  for await (const page of queryPages(log, logKeyOf.block(''), {
    range: { from: logKeyOf.block(from).SK, until: last },
  }))
    for (const item of page) yield parseBlock(item);
}

/** A page that is read backwards has few blocks first, since as a rule the last ones say all. */
const firstPage = 8;
const pageGrowth = 8;
const largestPage = 512;

/** Blocks from the last one back. */
export async function* readBlocksBack(log: Table): AsyncGenerator<Block> {
  for (let [limit, before] = [firstPage, largestNumber]; ; limit = Math.min(limit * pageGrowth, largestPage)) {
    if (before < 0) return;
    const range = { from: logKeyOf.block(0).SK, until: logKeyOf.block(before).SK };
    const items: Item[] = [];
    for await (const page of queryPages(log, logKeyOf.block(''), { range, order: 'descending', limit })) {
      items.push(...page);
      if (items.length >= limit) break;
    }
    const blocks = items.map(parseBlock);
    yield* blocks;
    const earliest = blocks.at(-1);
    if (earliest === undefined || items.length < limit) return;
    before = earliest.first - 1;
  }
}

/** The last block; undefined in an empty log. */
export const findLastBlock = async (log: Table): Promise<Block | undefined> => {
  for await (const block of readBlocksBack(log)) return block;
  return undefined;
};

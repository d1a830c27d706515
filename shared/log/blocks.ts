import type { Table } from '../store/client.ts';
import { largestNumber, logKeyOf } from '../store/log-keys.ts';
import { queryPages } from '../store/query.ts';
import type { Block } from './block.ts';
import { parseBlock } from './block.ts';

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

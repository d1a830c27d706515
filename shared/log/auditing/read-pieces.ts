import * as v from 'valibot';
import type { Item, Table } from '../../store/client.ts';
import { logKeyOf, numberIn } from '../../store/keys.ts';
import { queryPages } from '../../store/query.ts';
import type { Block } from '../blocks.ts';
import { endOfBlock, parseBlock } from '../blocks.ts';
import type { Leaf } from '../log-event.ts';
import { hashBytes, tileWidth } from '../tiles.ts';
import type { Report } from './finding.ts';

/** Consecutive leaves of a log: those of a block, or their number if the block is missing. */
export type Piece =
  | { readonly first: number; readonly leaves: readonly Leaf[]; readonly appendedAt: number }
  | { readonly first: number; readonly missing: number };

const Sorted = v.object({ SK: v.string() });

const tryToParse = (item: Item, report: Report): Block | undefined => {
  try {
    return parseBlock(item);
  } catch {
    report({ kind: 'block-damaged', at: numberIn(v.parse(Sorted, item).SK), says: 'cannot be read' });
    return undefined;
  }
};

/** All leaves of a log from one on, in order. It reports faults of blocks and reads on. */
export async function* readPieces(log: Table, from: number, report: Report): AsyncGenerator<Piece> {
  let [end, time] = [from, 0];
  const range = { from: logKeyOf.block(from).SK, until: '#~' };
  for await (const page of queryPages(log, logKeyOf.block(''), { range })) {
    for (const item of page) {
      const block = tryToParse(item, report);
      if (block === undefined) continue;
      const { first, appendedAt, leaves } = block;
      if (first < end) {
        report({ kind: 'block-damaged', at: first, says: 'is in the place of other leaves' });
        continue;
      }
      if (first > end) {
        report({ kind: 'block-missing', at: end, says: `leaves ${end} to ${first - 1}` });
        yield { first: end, missing: first - end };
      }
      if (appendedAt < time) report({ kind: 'block-time', at: first });
      time = Math.max(time, appendedAt);
      yield { first, leaves, appendedAt };
      end = endOfBlock(block);
    }
  }
}

const Tile = v.object({ SK: v.pipe(v.string(), v.transform(numberIn)), hashes: v.instance(Uint8Array) });

/** Reads tiles of one level in ascending order. */
export interface TileReader {
  /** The bytes of a tile. Empty if it is missing or damaged. */
  readonly at: (index: number) => Promise<Uint8Array>;
}

const nothing = new Uint8Array();

/** @param level 0 for the entries */
export const newTileReader = (log: Table, level: number): TileReader => {
  const key = level === 0 ? logKeyOf.entries('') : logKeyOf.tile(level, '');
  const items = (async function* () {
    for await (const page of queryPages(log, key)) yield* page;
  })();
  let current: v.InferOutput<typeof Tile> | undefined;
  const next = async (): Promise<boolean> => {
    const { value, done } = await items.next();
    if (done) return false;
    const parsed = v.safeParse(Tile, value);
    if (parsed.success) current = parsed.output;
    return true;
  };
  return {
    at: async (index) => {
      while (current === undefined || current.SK < index) if (!(await next())) return nothing;
      return current.SK === index ? current.hashes : nothing;
    },
  };
};

/** An entry of a tile, or undefined. */
export const entryIn = (tile: Uint8Array, index: number): Uint8Array | undefined => {
  const start = (index % tileWidth) * hashBytes;
  return start + hashBytes <= tile.length ? tile.subarray(start, start + hashBytes) : undefined;
};

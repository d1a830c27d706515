import pMap from 'p-map';
import { attempt } from '../../attempt.ts';
import type { Item, Table } from '../../store/client.ts';
import { batchGet } from '../../store/get.ts';
import { largestNumber, logKeyOf, numberIn } from '../../store/keys.ts';
import { queryItems, queryPages } from '../../store/query.ts';
import { endOfBlock, parseBlock } from '../blocks.ts';
import type { Located } from '../index-rows.ts';
import { hourOf } from '../index-rows.ts';
import { planIndex } from '../leaf-index.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { hashLeaf } from '../merkle.ts';
import { hashBytes, readFromTiles, rootOver, tileWidth } from '../tiles.ts';
import { planRoot } from '../tree.ts';
import type { Finding, Report } from './finding.ts';
import type { KnownLeaf, KnownLeaves } from './known-leaves.ts';
import { newKnownLeaves, toEntry } from './known-leaves.ts';
import { newAppendedTimes } from './leaf-times.ts';
import { entryIn, newTileReader, readPieces } from './read-pieces.ts';

/** A log read from beginning to end. */
export interface WholeLog {
  readonly leaves: KnownLeaves;
  readonly size: number;
  /** Roots of the requested sizes. */
  readonly roots: ReadonlyMap<number, Uint8Array>;
  /** Indexes of entries whose blocks, and so their events, are gone. By entry, in hexadecimal digits. */
  readonly orphans: ReadonlyMap<string, number>;
  /** When the block with a leaf was appended, by what the block says. Undefined if it is gone. */
  readonly appendedAt: (index: number) => number | undefined;
}

/** What to read of a log. */
interface Wanted {
  /** Sizes of the log's own checkpoints. */
  readonly checkpoints: ReadonlySet<number>;
  /** Further sizes whose roots to compute. */
  readonly sizes: ReadonlySet<number>;
  readonly report: Report;
  readonly onLeaves: (count: number) => void;
}

const largest = (sizes: ReadonlySet<number>): number => [...sizes].reduce((most, size) => Math.max(most, size), 0);

/** Whether a tile has the required bytes, and no wrong ones as far as the leaves are known. */
const fits = (stored: Uint8Array, made: Buffer, demanded: number): boolean =>
  stored.length >= demanded &&
  Buffer.from(stored.subarray(0, made.length)).equals(made.subarray(0, Math.min(stored.length, made.length)));

/**
 * Compares the tiles above the entries.
 *
 * @param published number of leaves of the last checkpoint, whose tiles must exist
 */
const checkTiles = async (log: Table, tree: WholeTree, published: number, report: Report): Promise<void> => {
  for (let level = 1; tree.hashesOf(level).length > 0; level += 1) {
    const hashes = tree.hashesOf(level);
    const reader = newTileReader(log, level);
    const must = Math.floor(published / tileWidth ** level);
    for (let index = 0; index * tileWidth < Math.max(hashes.length, must); index += 1) {
      const made = Buffer.concat(hashes.slice(index * tileWidth, (index + 1) * tileWidth));
      const demanded = Math.min(Math.max(must - index * tileWidth, 0), tileWidth) * hashBytes;
      if (!fits(await reader.at(index), made, Math.min(demanded, made.length)))
        report({ kind: 'tile', at: index, says: `level ${level}` });
    }
  }
};

/** Checks the entries of one tile at a time. */
const newEntriesCheck = (log: Table, published: number, report: Report) => {
  const reader = newTileReader(log, 0);
  const made = Buffer.alloc(tileWidth * hashBytes);
  let size = 0;
  const compare = async (index: number, entries: number): Promise<void> => {
    const demanded = Math.min(Math.max(published - index * tileWidth, 0), entries) * hashBytes;
    if (!fits(await reader.at(index), made.subarray(0, entries * hashBytes), demanded))
      report({ kind: 'tile', at: index, says: 'entries' });
  };
  return {
    find: async (index: number) => entryIn(await reader.at(Math.floor(index / tileWidth)), index),
    add: async (entry: Uint8Array): Promise<void> => {
      made.set(entry, (size % tileWidth) * hashBytes);
      size += 1;
      if (size % tileWidth === 0) await compare(size / tileWidth - 1, tileWidth);
    },
    finish: async (): Promise<void> => {
      if (size % tileWidth > 0) await compare(Math.floor(size / tileWidth), size % tileWidth);
    },
  };
};

/** Whether two leaves of one event can be of the same record. Of two that were taken in, nobody can tell. */
const isAlike = (first: KnownLeaf, entry: Uint8Array, takenIn: number | undefined): boolean => {
  if (first.takenIn !== undefined && takenIn !== undefined) return true;
  const [before, after] = [toEntry(first.entry, { takenIn }), toEntry(entry, first)];
  return Buffer.from(before).equals(after);
};

/** What a second leaf of an event means. One of another record shows that somebody changed which event a leaf is of. */
const tellTwice = ({ event, entry }: Leaf, first: KnownLeaf | undefined, at: number): Finding => {
  const { kind, id, account, takenIn } = event;
  if (kind === 'key') return { kind: 'key-twice', account, id, at };
  if (first === undefined || isAlike(first, entry, takenIn)) return { kind: 'twice', account, id, at };
  return { kind: 'event-altered', account, id, at, says: `${kind}, as leaf ${first.index}, and another leaf` };
};

/**
 * Reads a log from its beginning, rebuilds its tree, and compares blocks, tiles and index with each other. If a block
 * is missing, its entries come from the tiles, so that the rest can be judged. Memory grows by 79 bytes for each leaf.
 */
export const readWholeLog = async (log: Table, wanted: Wanted): Promise<WholeLog> => {
  const { checkpoints, sizes, report, onLeaves } = wanted;
  const published = largest(checkpoints);
  const [leaves, tree, roots] = [newKnownLeaves(), newWholeTree(), new Map<number, Uint8Array>()];
  const orphans = new Map<string, number>();
  const appended = newAppendedTimes();
  const [entries, index] = [newEntriesCheck(log, published, report), newIndexCheck(log, published, report)];
  const take = async (entry: Uint8Array, event: LogEvent | undefined): Promise<void> => {
    if (event === undefined) {
      index.skip();
      orphans.set(Buffer.from(entry).toString('hex'), tree.size());
    } else {
      index.add(event);
      if (!leaves.add({ event, entry }, tree.size()))
        report(tellTwice({ event, entry }, leaves.find(event), tree.size()));
    }
    tree.append(entry);
    await entries.add(entry);
    const size = tree.size();
    if (checkpoints.has(size) || sizes.has(size)) roots.set(size, tree.root());
    if (checkpoints.has(size)) await index.close(size);
  };
  const takeMissing = async (missing: number): Promise<boolean> => {
    for (let i = 0; i < missing; i += 1) {
      const entry = await entries.find(tree.size());
      if (entry === undefined) return false;
      await take(entry, undefined);
    }
    return true;
  };
  for await (const piece of readPieces(log, 0, report)) {
    if ('missing' in piece) {
      if (!(await takeMissing(piece.missing))) break;
    } else {
      appended.add(piece);
      for (const { entry, event } of piece.leaves) await take(entry, event);
      onLeaves(piece.leaves.length);
    }
  }
  if (tree.size() < published) {
    report({ kind: 'block-missing', at: tree.size(), says: `leaves ${tree.size()} to ${published - 1}` });
    await takeMissing(published - tree.size());
  }
  await entries.finish();
  await checkTiles(log, tree, published, report);
  await index.finish();
  return { leaves, size: tree.size(), roots, orphans, appendedAt: appended.at };
};

/**
 * A tree rebuilt from all entries of a log. It keeps only the leaves of the last tile. A million leaves take 130 KB.
 */
interface WholeTree {
  readonly append: (entry: Uint8Array) => void;
  readonly size: () => number;
  readonly root: () => Uint8Array;
  /** The hashes of the tiles of a level, from level 1 on. */
  readonly hashesOf: (level: number) => readonly Uint8Array[];
}

export const newWholeTree = (): WholeTree => {
  let size = 0;
  let leaves: Uint8Array[] = [];
  const levels: Uint8Array[][] = [];
  const push = (level: number, hash: Uint8Array): void => {
    const hashes = levels[level - 1] ?? [];
    levels[level - 1] = hashes;
    hashes.push(hash);
    if (hashes.length % tileWidth === 0) push(level + 1, rootOver(hashes.slice(-tileWidth)));
  };
  const hashesOf = (level: number): readonly Uint8Array[] => levels[level - 1] ?? [];
  return {
    hashesOf,
    size: () => size,
    append: (entry) => {
      leaves.push(hashLeaf(entry));
      size += 1;
      if (leaves.length < tileWidth) return;
      push(1, rootOver(leaves));
      leaves = [];
    },
    root: () =>
      planRoot(size).compute(
        readFromTiles(({ level, index }) =>
          level === 0 ? leaves : hashesOf(level).slice(index * tileWidth, (index + 1) * tileWidth),
        ),
      ),
  };
};

/** Compares the index with its leaves, one checkpoint at a time. */
export interface IndexCheck {
  readonly add: (event: Located) => void;
  /** Skips a leaf whose event nobody knows. The index of its checkpoint cannot be compared. */
  readonly skip: () => void;
  /** Called when all leaves of a checkpoint have come. */
  readonly close: (treeSize: number) => Promise<void>;
  /** Finds items that belong to no checkpoint. */
  readonly finish: () => Promise<void>;
}

/**
 * The most leaves of a checkpoint in memory. More would belong to several checkpoints; all except the last were
 * dropped.
 */
const mostLeaves = 40_000;
const readsAtOnce = 8;

type Planned = ReturnType<typeof planIndex>[number];

const isSame = (stored: Item | undefined, { rows, treeSize, takenIn }: Planned): boolean =>
  stored?.rows instanceof Uint8Array &&
  Buffer.from(stored.rows).equals(rows) &&
  stored.treeSize === treeSize &&
  stored.takenIn === takenIn;

/** @param published leaves of the last checkpoint when the check began */
const newIndexCheck = (log: Table, published: number, report: Report): IndexCheck => {
  let [first, count, isWhole] = [0, 0, true];
  let events: Located[] = [];
  /** Number of items of each partition. */
  const expected = new Map<string, number>();
  const damaged = new Set<string>();
  const compare = async (treeSize: number): Promise<void> => {
    const items = planIndex(events, { first, treeSize });
    for (const { PK } of items) expected.set(PK, (expected.get(PK) ?? 0) + 1);
    const stored = await batchGet(log, items, { consistent: true });
    const wrong = items.filter((item, i) => !isSame(stored[i], item));
    for (const { PK } of wrong) damaged.add(PK);
    if (wrong.length > 0)
      report({
        kind: 'index',
        at: treeSize,
        says: `${wrong.length} of ${items.length} items for leaves ${first} to ${treeSize - 1}`,
      });
  };
  const readSizes = async (PK: string): Promise<number[]> => {
    const found: number[] = [];
    for await (const page of queryPages(log, { PK, SK: '' }))
      found.push(...page.map(({ treeSize }) => Number(treeSize)));
    return found;
  };
  /** The sizes of the checkpoints that came while the log was read. */
  const readLater = async (): Promise<ReadonlySet<number>> => {
    const range = { from: logKeyOf.checkpoint(published + 1).SK, until: logKeyOf.checkpoint(largestNumber).SK };
    const later = new Set<number>();
    for await (const page of queryPages(log, logKeyOf.checkpoint(''), { range }))
      for (const { SK } of page) later.add(numberIn(String(SK)));
    return later;
  };
  const findEnd = async (): Promise<number> => {
    const [item] = await queryItems(log, logKeyOf.block(''), { order: 'descending', limit: 1 });
    const block = item && attempt(() => parseBlock(item));
    return block ? endOfBlock(block) : 0;
  };
  /** Leaves out items of checkpoints that came while the log was read, and of the one that is being written: its index comes first. */
  const withoutLater = async (sizes: readonly number[]): Promise<number[]> => {
    const [later, end] = await Promise.all([readLater(), findEnd()]);
    const last = Math.max(published, ...later);
    return sizes.filter((size) => !(later.has(size) || (size > last && size <= end)));
  };
  return {
    add: (event) => {
      count += 1;
      if (events.length < mostLeaves) events.push(event);
      else isWhole = false;
    },
    skip: () => {
      count += 1;
      isWhole = false;
    },
    close: async (treeSize) => {
      if (isWhole) await compare(treeSize);
      else for (const event of events) damaged.add(logKeyOf.index(hourOf(event), '', '').PK);
      [first, count, isWhole, events] = [first + count, 0, true, []];
    },
    finish: async () => {
      const hours = [...expected].filter(([PK]) => !damaged.has(PK));
      await pMap(
        hours,
        async ([PK, items]) => {
          const sizes = await readSizes(PK);
          const found = sizes.length === items ? items : (await withoutLater(sizes)).length;
          if (found !== items) report({ kind: 'index', says: `${PK} has ${found} items instead of ${items}` });
        },
        { concurrency: readsAtOnce },
      );
    },
  };
};

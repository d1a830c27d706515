import type { Table } from '../../store/client.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { hashLeaf } from '../merkle.ts';
import { hashBytes, readFromTiles, rootOver, tileWidth } from '../tiles.ts';
import { planRoot } from '../tree.ts';
import type { Finding, Report } from './finding.ts';
import type { KnownLeaf, KnownLeaves } from './known-leaves.ts';
import { newKnownLeaves } from './known-leaves.ts';
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

/** What a second leaf of an event means. One of another record shows that somebody changed which event a leaf is of. */
const tellTwice = ({ event, entry }: Leaf, first: KnownLeaf | undefined, at: number): Finding => {
  const { kind, id, account } = event;
  if (first === undefined || first.entry.equals(entry)) return { kind: 'twice', account, id, at };
  return { kind: 'event-altered', account, id, at, says: `${kind}, as leaf ${first.index}, and another leaf` };
};

/**
 * Reads a log from its beginning, rebuilds its tree, and compares blocks and tiles with each other. If a block
 * is missing, its entries come from the tiles, so that the rest can be judged. Memory grows by 86 bytes for each leaf.
 */
export const readWholeLog = async (log: Table, wanted: Wanted): Promise<WholeLog> => {
  const { checkpoints, sizes, report, onLeaves } = wanted;
  const published = largest(checkpoints);
  const [leaves, tree, roots] = [newKnownLeaves(), newWholeTree(), new Map<number, Uint8Array>()];
  const orphans = new Map<string, number>();
  const appended = newAppendedTimes();
  const entries = newEntriesCheck(log, published, report);
  const take = async (entry: Uint8Array, event: LogEvent | undefined): Promise<void> => {
    if (event === undefined) {
      orphans.set(Buffer.from(entry).toString('hex'), tree.size());
    } else {
      if (!leaves.add({ event, entry }, tree.size()))
        report(tellTwice({ event, entry }, leaves.find(event), tree.size()));
    }
    tree.append(entry);
    await entries.add(entry);
    const size = tree.size();
    if (checkpoints.has(size) || sizes.has(size)) roots.set(size, tree.root());
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

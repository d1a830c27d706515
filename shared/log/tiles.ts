import pMap from 'p-map';
import { atOnce } from '../runtime/retry.ts';
import { logKeyOf } from '../store/keys.ts';
import { batchGet } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { write } from '../store/write.ts';
import type { Node, Plan, ReadNode } from './tree.ts';
import { hashLeaf, hashNode, planRoot } from './tree.ts';

const keyOfTile = ({ level, index }: TilePlace): Key =>
  level === 0 ? logKeyOf.entries(index) : logKeyOf.tile(level, index);

const bytesOf = ({ hashes }: Item): Uint8Array => (hashes instanceof Uint8Array ? hashes : new Uint8Array());

/** The stored tiles that exist. One that is damaged has nothing. */
export const readTiles = async (log: Table, places: readonly TilePlace[]): Promise<ReadonlyMap<string, Uint8Array>> => {
  const items = await batchGet(log, places.map(keyOfTile), { consistent: true });
  return new Map(places.map((place, i) => [nameTile(place), bytesOf(items[i] ?? {})]));
};

/** Computes plans from tiles that were read. Each tile is hashed once. Those of level 0 are entries. */
export const newComputer = (tiles: ReadonlyMap<string, Uint8Array>) => {
  const taken = new Map<string, Uint8Array[]>();
  const read = readFromTiles((place) => {
    const name = nameTile(place);
    const bytes = tiles.get(name) ?? new Uint8Array();
    const hashes = taken.get(name) ?? (place.level === 0 ? toLeafHashes(bytes) : toHashes(bytes));
    taken.set(name, hashes);
    return hashes;
  });
  /** @throws DamagedLog when a tile is missing */
  return <Result>({ compute }: Plan<Result>): Result => compute(read);
};

/** A tile that grows. */
interface GrowingTile {
  readonly index: number;
  readonly hashes: Uint8Array[];
}

/** A tile never loses anything: a late writer changes nothing. */
const writeTile = async (log: Table, place: TilePlace, hashes: readonly Uint8Array[]): Promise<void> => {
  const bytes = Buffer.concat(hashes);
  await write(log, {
    put: { ...keyOfTile(place), hashes: bytes },
    condition: 'attribute_not_exists(PK) OR size(hashes) < :bytes',
    values: { ':bytes': bytes.length },
  });
};

/** A tile, with all the hashes that it has by now, those of a full tile in one piece. Those of level 0 are entries. */
interface ChangedTile {
  readonly place: TilePlace;
  readonly hashes: readonly Uint8Array[];
}

/** The right edge of a tree. It takes entries and keeps the changed tiles until they are written. */
export interface GrowingTree {
  readonly size: () => number;
  readonly append: (entry: Uint8Array) => void;
  /** The changed tiles: in a tree that began empty, all of them. */
  readonly tiles: () => Iterable<ChangedTile>;
  /** Writes the changed tiles. Repeating it writes the same. */
  readonly write: (log: Table) => Promise<void>;
  /** @throws DamagedLog when a tile lacks a part of the tree */
  readonly root: () => Uint8Array;
}

const edgeTiles = (size: number): TilePlace[] => {
  const tiles: TilePlace[] = [];
  for (let [level, nodes] = [0, size]; nodes > 0; level += 1) {
    tiles.push({ level, index: Math.floor(nodes / tileWidth) });
    nodes = Math.floor(nodes / tileWidth);
  }
  return tiles;
};

const widthAt = (size: number, level: number): number => Math.floor(size / tileWidth ** level) % tileWidth;

/**
 * Reads the right edge of the tree of a size, in one round trip. Its root shows whether the tiles have the
 * whole tree.
 */
export const openGrowingTree = async (log: Table, initial: number): Promise<GrowingTree> => {
  const places = edgeTiles(initial);
  const stored = await readTiles(log, places);
  const edge = new Map<number, GrowingTile>(
    places.map((place) => {
      const all = toHashes(stored.get(nameTile(place)) ?? new Uint8Array());
      return [place.level, { index: place.index, hashes: all.slice(0, widthAt(initial, place.level)) }];
    }),
  );
  let size = initial;
  const changed = new Map<string, ChangedTile>();
  const toLeaves = (level: number, hashes: readonly Uint8Array[]) => (level === 0 ? hashes.map(hashLeaf) : hashes);
  const push = (level: number, hash: Uint8Array): void => {
    const tile = edge.get(level) ?? { index: 0, hashes: [] };
    const hashes = [...tile.hashes, hash];
    const place = { level, index: tile.index };
    const isFull = hashes.length === tileWidth;
    changed.set(nameTile(place), { place, hashes: isFull ? [Buffer.concat(hashes)] : hashes });
    if (!isFull) {
      edge.set(level, { index: tile.index, hashes });
      return;
    }
    edge.set(level, { index: tile.index + 1, hashes: [] });
    push(level + 1, rootOver(toLeaves(level, hashes)));
  };
  return {
    size: () => size,
    append: (entry) => {
      push(0, entry);
      size += 1;
    },
    tiles: () => changed.values(),
    write: async (table) => {
      const tiles = [...changed.values()];
      await pMap(tiles, ({ place, hashes }) => writeTile(table, place, hashes), atOnce);
      changed.clear();
    },
    root: () => {
      const plan = planRoot(size);
      return plan.compute(
        readFromTiles(({ level, index }) => {
          const tile = edge.get(level);
          return tile?.index === index ? toLeaves(level, tile.hashes) : [];
        }),
      );
    },
  };
};

/** Levels of the tree in a tile, and so the hashes in a full one: 2 to this power (C2SP tlog-tiles). */
const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

export const hashBytes = 32;

/** The log is incomplete: a tile, a block or an entry is missing, or shorter than the tree says. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

/** A tile. `level` counts in tiles, and 0 is that of the leaves. */
interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** The tile with the hashes of a node, and which of them are below the node. */
const locate = ({ level, index }: Node) => {
  const tileLevel = Math.floor(level / tileHeight);
  const width = 2 ** (level - tileLevel * tileHeight);
  const first = index * width;
  return {
    tile: { level: tileLevel, index: Math.floor(first / tileWidth) },
    from: first % tileWidth,
    until: (first % tileWidth) + width,
  };
};

/** A text that identifies a tile. */
export const nameTile = ({ level, index }: TilePlace): string => `${level}/${index}`;

/** The tiles that contain the nodes, each once. */
export const tilesOf = (nodes: readonly Node[]): TilePlace[] => {
  const tiles = nodes.map((node) => locate(node).tile);
  return [...new Map(tiles.map((tile) => [nameTile(tile), tile])).values()];
};

const hashAt = (hashes: readonly Uint8Array[], i: number): Uint8Array => {
  const hash = hashes[i];
  if (hash === undefined) throw new DamagedLog('A tile of the log lacks hashes that the tree has.');
  return hash;
};

/** The root over hashes, whose number is a power of two, such as those of a full tile. */
const rootOver = (hashes: readonly Uint8Array[]): Uint8Array => {
  let row = hashes;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, i) => hashNode(hashAt(row, 2 * i), hashAt(row, 2 * i + 1)));
  return hashAt(row, 0);
};

/** Cuts bytes into hashes, or into entries of the same length. */
export const toHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.floor(bytes.length / hashBytes) }, (_, i) =>
    bytes.subarray(i * hashBytes, (i + 1) * hashBytes),
  );

/** The hashes of level 0. Stored are the entries from which they are made. */
const toLeafHashes = (entries: Uint8Array): Uint8Array[] => toHashes(entries).map(hashLeaf);

/** Reads nodes from tiles. @param hashesOf the existing hashes of a tile @throws DamagedLog */
const readFromTiles = (hashesOf: (tile: TilePlace) => readonly Uint8Array[]): ReadNode => {
  return (node) => {
    const { tile, from, until } = locate(node);
    const hashes = hashesOf(tile);
    if (hashes.length < until) throw new DamagedLog('A tile of the log lacks hashes that the tree has.');
    return rootOver(hashes.slice(from, until));
  };
};

import { hashLeaf, hashNode } from './merkle.ts';
import type { Node, ReadNode } from './tree.ts';

/** Levels of the tree in a tile, and so the hashes in a full one: 2 to this power (C2SP tlog-tiles). */
const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

export const hashBytes = 32;

/** The log is incomplete: a tile, a block or an entry is missing, or shorter than the tree says. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

/** A tile. `level` counts in tiles, and 0 is that of the leaves. */
export interface TilePlace {
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
export const rootOver = (hashes: readonly Uint8Array[]): Uint8Array => {
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
export const toLeafHashes = (entries: Uint8Array): Uint8Array[] => toHashes(entries).map(hashLeaf);

/** Reads nodes from tiles. @param hashesOf the existing hashes of a tile @throws DamagedLog */
export const readFromTiles = (hashesOf: (tile: TilePlace) => readonly Uint8Array[]): ReadNode => {
  return (node) => {
    const { tile, from, until } = locate(node);
    const hashes = hashesOf(tile);
    if (hashes.length < until) throw new DamagedLog('A tile of the log lacks hashes that the tree has.');
    return rootOver(hashes.slice(from, until));
  };
};

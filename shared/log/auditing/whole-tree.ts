import { hashLeaf } from '../merkle.ts';
import { readFromTiles, rootOfTile, tileWidth } from '../tiles.ts';
import { planRoot } from '../tree.ts';

/**
 * A tree rebuilt from all entries of a log. It keeps only the leaves of the last tile. A million leaves take 130 KB.
 */
export interface WholeTree {
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
    if (hashes.length % tileWidth === 0) push(level + 1, rootOfTile(hashes.slice(-tileWidth)));
  };
  const hashesOf = (level: number): readonly Uint8Array[] => levels[level - 1] ?? [];
  return {
    hashesOf,
    size: () => size,
    append: (entry) => {
      leaves.push(hashLeaf(entry));
      size += 1;
      if (leaves.length < tileWidth) return;
      push(1, rootOfTile(leaves));
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

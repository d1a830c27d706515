import type { Table } from '../../store/client.ts';
import { DamagedLog, hashBytes, tileWidth, toHashes, toLeafHashes } from '../tiles.ts';
import { newTileReader } from './read-pieces.ts';

/** A file of a log in the layout of C2SP tlog-tiles. */
export interface TileFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Such as `x001/x234/067`. */
const spellIndex = (index: number): string => {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
};

const spellPath = (level: number | 'entries', index: number, width: number): string =>
  `tile/${level}/${spellIndex(index)}${width < tileWidth ? `.p/${width}` : ''}`;

/** Entries one after the other, each after its length. */
const toBundle = (entries: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );

/** The files of one tile. For entries there are two, since hashes of leaves are not stored. */
const toFiles = (level: number, index: number, bytes: Uint8Array): TileFile[] => {
  const width = bytes.length / hashBytes;
  if (level > 0) return [{ path: spellPath(level, index, width), bytes: Buffer.from(bytes) }];
  return [
    { path: spellPath(0, index, width), bytes: Buffer.concat(toLeafHashes(bytes)) },
    { path: spellPath('entries', index, width), bytes: toBundle(toHashes(bytes)) },
  ];
};

/**
 * The tiles of a log up to the size of a checkpoint, as files.
 *
 * @param before the number of leaves of an earlier export, whose existing files are skipped
 * @throws DamagedLog when the log lacks a part of the tree
 */
export async function* writeTileFiles(
  log: Table,
  size: number,
  before?: { readonly size: number; readonly isThere: (path: string) => Promise<boolean> },
): AsyncGenerator<TileFile> {
  for (let [level, nodes] = [0, size]; nodes > 0; level += 1) {
    const reader = newTileReader(log, level);
    for (let index = 0; index * tileWidth < nodes; index += 1) {
      const width = Math.min(tileWidth, nodes - index * tileWidth);
      const paths = [spellPath(level, index, width), ...(level === 0 ? [spellPath('entries', index, width)] : [])];
      const end = (index * tileWidth + width) * tileWidth ** level;
      if (before !== undefined && end <= before.size && (await Promise.all(paths.map(before.isThere))).every(Boolean))
        continue;
      const bytes = await reader.at(index);
      if (bytes.length < width * hashBytes) throw new DamagedLog('A tile of the log lacks hashes that the tree has.');
      yield* toFiles(level, index, bytes.subarray(0, width * hashBytes));
    }
    nodes = Math.floor(nodes / tileWidth);
  }
}

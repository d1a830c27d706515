import type { Table } from '../store/table.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { findCheckpointOf } from './checkpoints.ts';
import { newComputer, readTiles } from './growing-tree.ts';
import { DamagedLog, nameTile, tilesOf } from './tiles.ts';
import { planInclusion } from './tree.ts';

/** A leaf in the tree of so many leaves. */
interface PlaceInTree {
  readonly index: number;
  readonly size: number;
}

/** Hashes of an audit path from a leaf to a root, the nearest first. */
type Path = readonly Uint8Array[];

/**
 * Computes the paths of leaves in their trees, in one round trip for a hundred tiles. A tile that many leaves need is
 * read once.
 *
 * @returns in the same order, and the error where tiles are missing
 */
export const computePaths = async (
  log: Table,
  places: readonly PlaceInTree[],
): Promise<readonly (Path | DamagedLog)[]> => {
  const plans = places.map(({ index, size }) => planInclusion(index, size));
  const tiles = new Map(plans.flatMap(({ nodes }) => tilesOf(nodes)).map((place) => [nameTile(place), place]));
  const compute = newComputer(await readTiles(log, [...tiles.values()]));
  return plans.map((plan) => {
    try {
      return compute(plan);
    } catch (error) {
      if (error instanceof DamagedLog) return error;
      throw error;
    }
  });
};

/** Proof that a leaf is in the tree of a checkpoint. */
export interface InclusionProof {
  readonly checkpoint: StoredCheckpoint;
  readonly path: Path;
}

/** Proves a leaf in its first checkpoint, in two round trips. Undefined until there is one. @throws DamagedLog */
export const proveLeaf = async (log: Table, index: number): Promise<InclusionProof | undefined> => {
  const checkpoint = await findCheckpointOf(log, index);
  if (checkpoint === undefined) return undefined;
  const [path] = await computePaths(log, [{ index, size: checkpoint.size }]);
  if (path instanceof DamagedLog) throw path;
  return path && { checkpoint, path };
};

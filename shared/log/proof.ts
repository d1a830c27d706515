import type { Table } from '../store/client.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { findCheckpoints } from './checkpoints.ts';
import { newComputer, readTiles } from './growing-tree.ts';
import type { LeafPlace } from './index-rows.ts';
import { DamagedLog, nameTile, tilesOf } from './tiles.ts';
import { planInclusion } from './tree.ts';

/** The path of a leaf, and the checkpoint of its tree if the log has it. */
export interface LeafPath {
  readonly index: number;
  readonly checkpoint: StoredCheckpoint | undefined;
  /** Hashes of the audit path from the leaf to the root, the nearest first. */
  readonly path: readonly Uint8Array[];
}

/** Proof that a leaf is in the tree of a checkpoint. */
interface InclusionProof extends LeafPath {
  readonly checkpoint: StoredCheckpoint;
}

/**
 * Proves leaves in their trees, in one round trip for a hundred tiles and checkpoints. A tile that many leaves need is
 * read once.
 *
 * @returns in the same order, and the error where tiles are missing
 */
export const proveLeaves = async (
  log: Table,
  places: readonly Pick<LeafPlace, 'index' | 'treeSize'>[],
): Promise<readonly (LeafPath | DamagedLog)[]> => {
  const plans = places.map(({ index, treeSize }) => planInclusion(index, treeSize));
  const tiles = new Map(plans.flatMap(({ nodes }) => tilesOf(nodes)).map((place) => [nameTile(place), place]));
  const [checkpoints, read] = await Promise.all([
    findCheckpoints(log, [...new Set(places.map(({ treeSize }) => treeSize))]),
    readTiles(log, [...tiles.values()]),
  ]);
  const compute = newComputer(read);
  return plans.map((plan, i) => {
    const { index = 0, treeSize = 0 } = places[i] ?? {};
    try {
      return { index, checkpoint: checkpoints.get(treeSize), path: compute(plan) };
    } catch (error) {
      if (error instanceof DamagedLog) return error;
      throw error;
    }
  });
};

/** Proves a leaf in its first checkpoint, in one round trip. @throws DamagedLog */
export const proveLeaf = async (log: Table, place: LeafPlace): Promise<InclusionProof | undefined> => {
  const [proof] = await proveLeaves(log, [place]);
  if (proof instanceof DamagedLog) throw proof;
  return proof?.checkpoint && { ...proof, checkpoint: proof.checkpoint };
};

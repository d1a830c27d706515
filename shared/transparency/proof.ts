import type { Table } from '../store/client.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { findCheckpoint } from './checkpoints.ts';
import { computeFrom, computeFromLog, readTiles } from './growing-tree.ts';
import type { LeafPlace } from './leaf-index.ts';
import { tilesOf } from './tiles.ts';
import { planInclusion } from './tree.ts';

/** Proof that a leaf is in the tree of a checkpoint. */
export interface InclusionProof {
  readonly index: number;
  readonly checkpoint: StoredCheckpoint;
  /** Hashes of the audit path from the leaf to the root, the nearest first. */
  readonly path: readonly Uint8Array[];
}

/** Proves a leaf in its first checkpoint, in one round trip. @throws DamagedLog */
export const proveLeaf = async (log: Table, { index, treeSize }: LeafPlace): Promise<InclusionProof | undefined> => {
  const plan = planInclusion(index, treeSize);
  const [checkpoint, tiles] = await Promise.all([findCheckpoint(log, treeSize), readTiles(log, tilesOf(plan.nodes))]);
  return checkpoint && { index, checkpoint, path: computeFrom(tiles, plan) };
};

/** The path of a leaf in a tree of another size, which a reader may have kept. @throws DamagedLog */
export const provePath = (log: Table, index: number, size: number): Promise<Uint8Array[]> =>
  computeFromLog(log, planInclusion(index, size));

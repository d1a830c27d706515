import type { EvidenceKey } from '../../../shared/keys/evidence-keys.ts';
import type { Table } from '../../../shared/store/client.ts';
import { parseCheckpoint } from '../../../shared/transparency/checkpoint.ts';
import { commitTakenIn } from '../../../shared/transparency/commitment.ts';
import { isSignedBy } from '../../../shared/transparency/cosignature.ts';
import { findLeaf } from '../../../shared/transparency/leaf-index.ts';
import { hashLeaf, isSameHash, rootOfInclusion } from '../../../shared/transparency/merkle.ts';
import { leafOfEvidenceKey } from '../../../shared/transparency/other-leaves.ts';
import { proveLeaf } from '../../../shared/transparency/proof.ts';
import type { NoteKey } from '../../../shared/transparency/signed-note.ts';
import { parseSignedNote } from '../../../shared/transparency/signed-note.ts';
import { DamagedLog } from '../../../shared/transparency/tiles.ts';

/** A log, and the key that signs its checkpoints. */
export interface SignedLog {
  readonly log: Table;
  readonly key: NoteKey;
}

/** Where a key stands in the log, and the time of the first checkpoint that has it. */
export interface KeyPlace {
  readonly index: number;
  readonly time: Date;
  /** When `log take-in` brought it into the log; undefined if the stream did. */
  readonly takenIn: Date | undefined;
}

const prove = async ({ log, key }: SignedLog, listed: EvidenceKey): Promise<KeyPlace | undefined> => {
  const { event, entry } = leafOfEvidenceKey(listed);
  const place = await findLeaf(log, event);
  const proof = place && (await proveLeaf(log, place));
  if (place === undefined || proof === undefined) return undefined;
  const { note } = proof.checkpoint;
  const [signed, head] = [parseSignedNote(note), parseCheckpoint(note)];
  const { takenIn } = place;
  const leaf = hashLeaf(takenIn === undefined ? entry : commitTakenIn(entry, takenIn));
  const root = rootOfInclusion(leaf, { index: place.index, size: place.treeSize, path: proof.path });
  const isProved =
    signed !== undefined &&
    root !== undefined &&
    head?.size === place.treeSize &&
    isSameHash(root, head.root) &&
    (await isSignedBy(signed, key));
  if (!isProved) return undefined;
  return { index: place.index, time: head.time, takenIn: takenIn === undefined ? undefined : new Date(takenIn) };
};

/**
 * Rebuilds the leaf of a listed key and finds it in a tree whose checkpoint the log signed. Undefined if the log does not
 * have it as it is listed.
 */
export const findKeyLeaf = async (signed: SignedLog, listed: EvidenceKey): Promise<KeyPlace | undefined> => {
  try {
    return await prove(signed, listed);
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
};

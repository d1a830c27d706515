import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import type { LoggedLeaf } from '../../../shared/log/blocks.ts';
import { findKeyLeaves } from '../../../shared/log/blocks.ts';
import { proveLeaf } from '../../../shared/log/checkpoints.ts';
import { leafOfEvidenceKey } from '../../../shared/log/feed.ts';
import type { NoteKey } from '../../../shared/log/note.ts';
import { openCheckpoint } from '../../../shared/log/note.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/tree.ts';
import { isSameBytes } from '../../../shared/runtime/values.ts';
import type { Table } from '../../../shared/store/table.ts';

/** A log, and the key that signs its checkpoints. */
export interface SignedLog {
  readonly log: Table;
  readonly key: NoteKey;
}

/** Where a key stands in the log, and the time of the first checkpoint that has it. */
export interface KeyPlace {
  readonly index: number;
  readonly time: Date;
}

/** What a log has of evidence keys. */
export interface KeyLeaves {
  /** When the leaf of the key says that it began to sign; undefined if there is none, or it is of another key. */
  readonly findFirstUse: (key: EvidenceKey) => Promise<Date | undefined>;
  /** The place of the leaf of the key. Undefined if that is not the key as it is listed, or is not proved. */
  readonly findPlace: (listed: EvidenceKey) => Promise<KeyPlace | undefined>;
}

/** Proves a leaf in the first checkpoint that has it. Undefined where the log is damaged. */
const prove = async ({ log, key }: SignedLog, { index, entry }: LoggedLeaf): Promise<KeyPlace | undefined> => {
  try {
    const proof = await proveLeaf(log, index);
    if (proof === undefined) return undefined;
    const { note, size } = proof.checkpoint;
    const head = await openCheckpoint(note, key);
    const root = rootOfInclusion(hashLeaf(entry), { index, size, path: proof.path });
    if (root === undefined || head?.size !== size || !isSameBytes(root, head.root)) return undefined;
    return { index, time: head.time };
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
};

/** Reads the leaves of all evidence keys, in one query. */
export const openKeyLeaves = async (signed: SignedLog): Promise<KeyLeaves> => {
  const leaves = await findKeyLeaves(signed.log);
  const findPlace = async (listed: EvidenceKey): Promise<KeyPlace | undefined> => {
    const { event, entry } = leafOfEvidenceKey(listed);
    const leaf = leaves.get(event.id);
    return leaf && isSameBytes(leaf.entry, entry) ? prove(signed, leaf) : undefined;
  };
  return {
    findPlace,
    findFirstUse: async (key) => {
      const leaf = leaves.get(leafOfEvidenceKey(key).event.id);
      const time = leaf && new Date(leaf.time);
      return time && (await findPlace({ ...key, usedFrom: time.toISOString() })) && time;
    },
  };
};

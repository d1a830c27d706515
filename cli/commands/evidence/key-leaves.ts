import { isSameBytes } from '../../../shared/bytes.ts';
import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { endOfBlock, readBlocks } from '../../../shared/log/blocks.ts';
import { openCheckpoint } from '../../../shared/log/checkpoint.ts';
import { readCheckpoints } from '../../../shared/log/checkpoints.ts';
import { commitTakenIn } from '../../../shared/log/commitment.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { identityOf } from '../../../shared/log/log-event.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/merkle.ts';
import { proveLeaf } from '../../../shared/log/proof.ts';
import type { NoteKey } from '../../../shared/log/signed-note.ts';
import { leafOfEvidenceKey } from '../../../shared/log/stream-records.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import type { Table } from '../../../shared/store/client.ts';
import { withProgress } from '../../printing/progress.ts';

/** A log, and the key that signs its checkpoints. */
export interface SignedLog {
  readonly log: Table;
  readonly key: NoteKey;
}

/** Where a key first stands in the log, and the time of the first checkpoint that has it. */
export interface KeyPlace {
  readonly index: number;
  readonly time: Date;
  /** When `log take-in` brought it into the log; undefined if the stream did. */
  readonly takenIn: Date | undefined;
}

/** What a log has of evidence keys. */
export interface KeyLeaves {
  /** When the first leaf of the key says that it began to sign; undefined if there is none, or it is of another key. */
  readonly findFirstUse: (key: EvidenceKey) => Promise<Date | undefined>;
  /** The place of the first leaf of the key. Undefined if that is not the key as it is listed, or is not proved. */
  readonly findPlace: (listed: EvidenceKey) => Promise<KeyPlace | undefined>;
}

interface FirstLeaf extends Leaf {
  readonly index: number;
}

/**
 * The first leaf of each key. A key gets another one if somebody takes it out of the list and it is listed again. That
 * says nothing about which key came first.
 */
const readFirstLeaves = async (log: Table): Promise<ReadonlyMap<string, FirstLeaf>> => {
  const first = new Map<string, FirstLeaf>();
  let end = 0;
  await withProgress('leaves read', async (advance) => {
    for await (const block of readBlocks(log)) {
      if (block.first !== end) throw new DamagedLog(`The block of the log with leaf ${end} is missing.`);
      block.leaves.forEach((leaf, i) => {
        const identity = identityOf(leaf.event);
        if (leaf.event.kind === 'key' && !first.has(identity)) first.set(identity, { ...leaf, index: block.first + i });
      });
      end = endOfBlock(block);
      advance(block.leaves.length);
    }
  });
  return first;
};

const findCheckpointAfter = async (log: Table, index: number) => {
  for await (const checkpoint of readCheckpoints(log, index)) return checkpoint;
  return undefined;
};

/** Proves a leaf in the first checkpoint that has it. */
const prove = async ({ log, key }: SignedLog, { index, entry, event }: FirstLeaf): Promise<KeyPlace | undefined> => {
  const checkpoint = await findCheckpointAfter(log, index);
  const proof = checkpoint && (await proveLeaf(log, { index, treeSize: checkpoint.size }));
  if (proof === undefined) return undefined;
  const { note, size } = proof.checkpoint;
  const head = await openCheckpoint(note, key);
  const root = rootOfInclusion(hashLeaf(entry), { index, size, path: proof.path });
  if (root === undefined || head?.size !== size || !isSameBytes(root, head.root)) return undefined;
  return { index, time: head.time, takenIn: event.takenIn === undefined ? undefined : new Date(event.takenIn) };
};

const isLeafOf = (listed: EvidenceKey, { event: { takenIn }, entry }: FirstLeaf): boolean => {
  const { entry: made } = leafOfEvidenceKey(listed);
  return Buffer.from(takenIn === undefined ? made : commitTakenIn(made, takenIn)).equals(entry);
};

/** The value, or undefined where the log is damaged. */
const unlessDamaged = async <Value>(reading: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
};

/** Reads all blocks of a log for the leaves of keys: the index finds only a leaf whose time is known. */
export const openKeyLeaves = async (signed: SignedLog): Promise<KeyLeaves> => {
  const first = (await unlessDamaged(readFirstLeaves(signed.log))) ?? new Map<string, FirstLeaf>();
  const find = (key: EvidenceKey): FirstLeaf | undefined => first.get(identityOf(leafOfEvidenceKey(key).event));
  const findPlace = async (listed: EvidenceKey): Promise<KeyPlace | undefined> => {
    const leaf = find(listed);
    return leaf && isLeafOf(listed, leaf) ? unlessDamaged(prove(signed, leaf)) : undefined;
  };
  return {
    findPlace,
    findFirstUse: async (key) => {
      const leaf = find(key);
      const time = leaf && new Date(leaf.event.time);
      return time && (await findPlace({ ...key, usedFrom: time.toISOString() })) && time;
    },
  };
};

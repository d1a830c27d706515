import * as v from 'valibot';
import { batchGet } from '../store/batch-get.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { parseCheckpoint } from '../transparency/checkpoint.ts';
import type { StoredCheckpoint } from '../transparency/checkpoints.ts';
import { findCheckpoint } from '../transparency/checkpoints.ts';
import { noSalt } from '../transparency/commitment.ts';
import type { LeafPlace } from '../transparency/leaf-index.ts';
import { findLeaf } from '../transparency/leaf-index.ts';
import { proveLeaf, provePath } from '../transparency/proof.ts';
import { writeNoteKey } from '../transparency/signed-note.ts';
import { readPublicKey } from '../transparency/signing-keys.ts';
import { DamagedLog } from '../transparency/tiles.ts';
import type { DocumentLog, LogLeaf } from './log-schema.ts';
import type { ProvableLogEvent, Wanted } from './provable-events.ts';
import { eventsTold, nameOfKind } from './provable-events.ts';

/** The log table, and the table that it covers. */
interface Tables {
  readonly table: Table;
  readonly log: Table;
}

const Salted = v.object({ salt: v.optional(v.instance(Uint8Array), noSalt) });

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** An event, the place of its leaf, and its salt. */
interface Located {
  readonly event: ProvableLogEvent;
  readonly place: LeafPlace;
  readonly salt: Uint8Array;
}

const toLeaf = ({ event, place, salt }: Located, size: number, path: readonly Uint8Array[]): LogLeaf => {
  const proof = { index: place.index, path: path.map(toBase64), salt: toBase64(salt), size };
  const name = nameOfKind[event.kind];
  return name === 'notice.published' ? { event: name, versionId: event.id, ...proof } : { event: name, ...proof };
};

/** A leaf with its path to a checkpoint. Undefined if the log has no such checkpoint. */
type Proved = { readonly leaf: LogLeaf; readonly checkpoint?: StoredCheckpoint | undefined } | undefined;

/** Proves the leaf in its first checkpoint, which shows since when it cannot have been changed. */
const proveFirst = async ({ log }: Tables, located: Located): Promise<Proved> => {
  const proof = await proveLeaf(log, located.place);
  return proof && { leaf: toLeaf(located, located.place.treeSize, proof.path), checkpoint: proof.checkpoint };
};

/** Proves the leaf in the tree that a reader asks about. The log may not have that tree. */
const proveKept = async ({ log }: Tables, located: Located, size: number): Promise<Proved> => {
  const { index, treeSize } = located.place;
  if (size === treeSize || index >= size) return undefined;
  try {
    const [path, checkpoint] = await Promise.all([provePath(log, index, size), findCheckpoint(log, size)]);
    return { leaf: toLeaf(located, size, path), checkpoint };
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
};

/** Each checkpoint once, the smallest first. */
const listCheckpoints = (proved: readonly Proved[]): StoredCheckpoint[] => {
  const found = proved.flatMap((one) => one?.checkpoint ?? []);
  return [...new Map(found.map((one) => [one.size, one])).values()].sort((one, other) => one.size - other.size);
};

/** The places of the leaves and the key of the log, in one round trip. */
const locateAll = async (tables: Tables, wanted: Wanted) => {
  const { accountId, consent } = wanted;
  const version = batchGet(tables.table, [keyOf.noticeVersion(accountId, consent.versionId)], { consistent: false });
  const saltOf = async ({ kind }: ProvableLogEvent): Promise<Uint8Array> =>
    kind === 'published' ? v.parse(Salted, (await version)[0] ?? {}).salt : (consent.salt ?? noSalt);
  const [publicKey, ...located] = await Promise.all([
    readPublicKey(tables.log, 'checkpoints'),
    ...eventsTold(wanted).map(async (event) => {
      const [place, salt] = await Promise.all([findLeaf(tables.log, event), saltOf(event)]);
      return place && { event, place, salt };
    }),
  ]);
  return { publicKey, located: located.filter((one) => one !== undefined) };
};

/**
 * Proves what the log has of a consent and its notice version, in two round trips. Undefined until a checkpoint covers
 * any of it.
 *
 * @throws DamagedLog when tiles are missing. Problem store.unavailable
 */
export const proveInLog = async (tables: Tables, wanted: Wanted): Promise<DocumentLog | undefined> => {
  const { publicKey, located } = await locateAll(tables, wanted);
  const { treeSize } = wanted;
  const proved = await Promise.all([
    ...located.map((one) => proveFirst(tables, one)),
    ...(treeSize === undefined ? [] : located.map((one) => proveKept(tables, one, treeSize))),
  ]);
  const checkpoints = listCheckpoints(proved);
  const name = parseCheckpoint(checkpoints[0]?.note ?? '')?.origin;
  const leaves = proved.flatMap((one) => one?.leaf ?? []);
  if (publicKey === undefined || name === undefined) return undefined;
  return {
    checkpoints: checkpoints.map(({ note, stamp }) => ({ note, stamps: stamp ? [toBase64(stamp)] : [] })),
    key: writeNoteKey({ name, publicKey }),
    leaves,
  };
};

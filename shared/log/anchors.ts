import type { DeleteMarkerEntry, ObjectVersion } from '@aws-sdk/client-s3';
import { GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { pMapIterable } from 'p-map';
import { functionClientLimits, watch } from '../runtime/aws.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { atOnce } from '../runtime/retry.ts';
import type { Table } from '../store/table.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { findUnanchored, markAnchored } from './checkpoints.ts';
import { parseCheckpoint } from './note.ts';
import { DamagedLog } from './tiles.ts';
import { stampCheckpoint, Unstamped } from './time-stamp.ts';

/** The prefix of all checkpoints. Each is followed by its stamp. */
const checkpointPrefix = 'checkpoints/';

/** The key of a checkpoint's note, by the size of its tree. Keys sort as sizes do. */
export const noteKey = (size: number): string => `${checkpointPrefix}${String(size).padStart(12, '0')}`;

/** The key of a checkpoint's time stamp, with the file extension of ETSI EN 319 162. */
export const stampKey = (size: number): string => `${noteKey(size)}.tst`;

/** Opens the S3 of the anchors. `AWS_ENDPOINT_URL_S3` may name another one, such as that of the local service. */
export const openAnchorStore = (): S3Client => watch(new S3Client(functionClientLimits));

/** The bucket of the anchors, under Object Lock, and the time-stamp authority, if any. */
interface Anchorage {
  readonly bucket: string;
  readonly authority?: URL | undefined;
}

/** How many of the latest checkpoints are stamped if they have no stamp: usually those of half a day. */
const recent = 50;

/** Milliseconds after which a run stops asking for stamps. The next run asks for the rest. */
const longestStamping = 60_000;

/** Asks an authority until it fails or has taken too long. The next run asks again for missing stamps. */
const stampUntilFailure = (authority: URL | undefined) => {
  let asked = authority;
  const until = performance.now() + longestStamping;
  return async ({ note, stamp }: StoredCheckpoint): Promise<Uint8Array | undefined> => {
    if (stamp !== undefined || asked === undefined || performance.now() > until) return stamp;
    try {
      return await stampCheckpoint({ authority: asked, note });
    } catch (error) {
      asked = undefined;
      logger.warn('log.unstamped', {
        ...describeFault(error),
        ...(error instanceof Unstamped && { fault: error.fault, status: error.status }),
      });
      return undefined;
    }
  };
};

/**
 * Anchors the checkpoints that are not anchored yet and requests missing stamps, the earliest first. If the authority
 * fails, checkpoints are still anchored.
 *
 * @throws ForkedAnchor when another checkpoint of the same size is anchored. DamagedLog when one is no checkpoint: an anchor of
 *   something else would be locked
 */
export const anchorPending = async (log: Table, { bucket, authority }: Anchorage, now: Date): Promise<void> => {
  const pending = await findUnanchored(log, { isStamped: authority !== undefined, recent });
  if (pending.length === 0) return;
  const stampOf = stampUntilFailure(authority);
  const store = openAnchorStore();
  try {
    for (const checkpoint of pending.reverse()) {
      const { size, note, anchoredAt } = checkpoint;
      if (parseCheckpoint(note)?.size !== size) throw new DamagedLog(`The checkpoint of size ${size} was changed.`);
      const stamp = await stampOf(checkpoint);
      await anchorCheckpoint(store, { bucket, size, note, stamp });
      await markAnchored(log, size, {
        anchoredAt: anchoredAt ?? now.toISOString(),
        stamp: stamp && Uint8Array.from(stamp),
      });
    }
  } finally {
    store.destroy();
  }
};

/**
 * Another checkpoint of the same size is already anchored: the log has two pasts, because somebody rewrote one of them.
 * Trying again does not repair that.
 */
export class ForkedAnchor extends Error {
  override readonly name = 'ForkedAnchor';

  constructor(bucket: string, key: string) {
    super(
      `FORK: ${key} in the bucket ${bucket} holds another checkpoint than the log has now. Somebody changed the log after it was ` +
        'anchored. Stop publishing, keep the table as it is, and run "log verify".',
    );
  }
}

/** A checkpoint to anchor. */
interface NewAnchor {
  readonly bucket: string;
  /** Size of the checkpoint's tree. */
  readonly size: number;
  /** The signed note, byte for byte. */
  readonly note: string;
  /** The time stamp of the note, if any (`stampCheckpoint`). */
  readonly stamp?: Uint8Array | undefined;
}

interface NewObject {
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** The answers of S3 to `If-None-Match: *` if the object exists (412) or another caller is writing it (409). */
const taken = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/**
 * Writes an object unless it exists, and returns whether it did. The bucket's default decides how long it is locked, so
 * no right to set retention is needed. The SDK adds the checksum that Object Lock requires.
 */
const putNew = async (client: S3Client, bucket: string, { key, body, type }: NewObject): Promise<boolean> => {
  const object = { Bucket: bucket, Key: key, Body: body, ContentType: type, IfNoneMatch: '*' };
  try {
    await client.send(new PutObjectCommand(object));
    return true;
  } catch (error) {
    if (error instanceof Error && taken.has(error.name)) return false;
    throw error;
  }
};

const readText = async (client: S3Client, bucket: string, key: string): Promise<string | undefined> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Body?.transformToString();
};

/**
 * Writes a checkpoint and its stamp under Object Lock. Writing the same bytes again changes nothing, so a failed run
 * can be repeated. The first stamp of a checkpoint stays, because a later one proves less.
 *
 * @throws ForkedAnchor when another checkpoint of this size is there
 */
export const anchorCheckpoint = async (client: S3Client, { bucket, size, note, stamp }: NewAnchor): Promise<void> => {
  const key = noteKey(size);
  const isNew = await putNew(client, bucket, { key, body: note, type: 'text/plain; charset=utf-8' });
  if (!isNew && (await readText(client, bucket, key)) !== note) throw new ForkedAnchor(bucket, key);
  if (stamp !== undefined) {
    await putNew(client, bucket, { key: stampKey(size), body: stamp, type: 'application/vnd.etsi.timestamp-token' });
  }
};

/** A change to an anchor that the register never makes: another version over it, or a deletion that hides it. */
type AnchorChange = 'overwritten' | 'hidden';

/** A checkpoint as it was first anchored. */
interface Anchor {
  readonly size: number;
  /** The signed note, byte for byte. */
  readonly note: string;
  /** When S3 received it, in the wall time of S3. */
  readonly writtenAt: Date;
  readonly stamp: Uint8Array | undefined;
  readonly changes: readonly AnchorChange[];
}

const first = (versions: readonly ObjectVersion[]): ObjectVersion | undefined => versions.at(-1);

const readVersion = async (
  client: S3Client,
  bucket: string,
  { Key, VersionId }: ObjectVersion,
): Promise<Uint8Array> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
};

/** Undefined if there is no note, but only a stamp or a deletion. */
const readAnchor = async (
  client: S3Client,
  bucket: string,
  { size, notes, stamps, deletions }: CheckpointVersions,
): Promise<Anchor | undefined> => {
  const [note, stamp] = [first(notes), first(stamps)];
  if (note === undefined) return undefined;
  const [text, token] = await Promise.all([
    readVersion(client, bucket, note),
    stamp && readVersion(client, bucket, stamp),
  ]);
  return {
    size,
    note: new TextDecoder().decode(text),
    writtenAt: note.LastModified ?? new Date(Number.NaN),
    stamp: token,
    changes: [
      ...(notes.length > 1 || stamps.length > 1 ? ['overwritten' as const] : []),
      ...(deletions.length > 0 ? ['hidden' as const] : []),
    ],
  };
};

/**
 * Every checkpoint in the bucket by size, each as it was first written. Later versions only count as changes. Needs
 * `s3:ListBucketVersions` and `s3:GetObjectVersion`.
 *
 * @param after continues after the checkpoint of this size
 */
export async function* readAnchors(
  bucket: string,
  { after }: { readonly after?: number } = {},
): AsyncGenerator<Anchor> {
  const client = openAnchorStore();
  const read = pMapIterable(
    listCheckpointVersions(client, bucket, after),
    (versions) => readAnchor(client, bucket, versions),
    atOnce,
  );
  for await (const anchor of read) if (anchor !== undefined) yield anchor;
}

/** All versions of one checkpoint and its stamp, each list with the newest first. */
interface CheckpointVersions {
  readonly size: number;
  readonly notes: ObjectVersion[];
  readonly stamps: ObjectVersion[];
  readonly deletions: DeleteMarkerEntry[];
}

const keyForm = new RegExp(`^${checkpointPrefix}(\\d{12})(?:\\.tst)?$`);

const sizeOf = ({ Key = '' }: ObjectVersion | DeleteMarkerEntry): number =>
  Number(keyForm.exec(Key)?.[1] ?? Number.NaN);

async function* listPages(client: S3Client, bucket: string, after: number | undefined) {
  let start: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } =
    after === undefined ? {} : { KeyMarker: stampKey(after) };
  for (;;) {
    const page = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: checkpointPrefix, ...start }),
    );
    yield page;
    if (page.IsTruncated !== true) return;
    start = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/** Only deletions have no size in bytes. */
const listOf = (
  group: CheckpointVersions,
  entry: ObjectVersion | DeleteMarkerEntry,
): (ObjectVersion | DeleteMarkerEntry)[] => {
  if (!('Size' in entry)) return group.deletions;
  return entry.Key === noteKey(group.size) ? group.notes : group.stamps;
};

const newGroup = (size: number): CheckpointVersions => ({ size, notes: [], stamps: [], deletions: [] });

/**
 * Every version in the bucket, one checkpoint at a time, by size. Object Lock keeps versions, but not which one is the
 * newest. Somebody with the right to write can put another version over one, or a deletion that hides it. The list
 * still has the first version.
 *
 * @param after the size of the checkpoint after which the list begins
 */
async function* listCheckpointVersions(
  client: S3Client,
  bucket: string,
  after?: number,
): AsyncGenerator<CheckpointVersions> {
  let group = newGroup(-1);
  for await (const { Versions = [], DeleteMarkers = [] } of listPages(client, bucket, after)) {
    const bySize = Map.groupBy([...Versions, ...DeleteMarkers], sizeOf);
    for (const size of [...bySize.keys()].filter(Number.isInteger).sort((a, b) => a - b)) {
      if (size !== group.size) {
        if (group.size >= 0) yield group;
        group = newGroup(size);
      }
      for (const entry of bySize.get(size) ?? []) listOf(group, entry).push(entry);
    }
  }
  if (group.size >= 0) yield group;
}

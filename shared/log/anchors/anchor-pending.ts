import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describeFault, logger } from '../../runtime/logger.ts';
import type { Table } from '../../store/table.ts';
import type { StoredCheckpoint } from '../checkpoints.ts';
import { findUnanchored, markAnchored } from '../checkpoints.ts';
import { noteKey, openAnchorStore, stampKey } from './anchor-bucket.ts';
import { stampCheckpoint, Unstamped } from './time-stamp.ts';

/** The bucket of the anchors, under Object Lock, and the time-stamp authority, if any. */
export interface Anchorage {
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
 * @throws ForkedAnchor when another checkpoint of the same size is anchored
 */
export const anchorPending = async (log: Table, { bucket, authority }: Anchorage, now: Date): Promise<void> => {
  const pending = await findUnanchored(log, { isStamped: authority !== undefined, recent });
  if (pending.length === 0) return;
  const stampOf = stampUntilFailure(authority);
  const store = openAnchorStore();
  try {
    for (const checkpoint of pending.reverse()) {
      const { size, note, anchoredAt } = checkpoint;
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
export interface NewAnchor {
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

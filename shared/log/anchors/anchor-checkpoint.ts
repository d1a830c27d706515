import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { noteKey, openAnchorStore, stampKey } from './anchor-bucket.ts';
import { ForkedAnchor } from './forked-anchor.ts';

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
export const anchorCheckpoint = async ({ bucket, size, note, stamp }: NewAnchor): Promise<void> => {
  const client = openAnchorStore();
  const key = noteKey(size);
  const isNew = await putNew(client, bucket, { key, body: note, type: 'text/plain; charset=utf-8' });
  if (!isNew && (await readText(client, bucket, key)) !== note) throw new ForkedAnchor(bucket, key);
  if (stamp !== undefined) {
    await putNew(client, bucket, { key: stampKey(size), body: stamp, type: 'application/vnd.etsi.timestamp-token' });
  }
};

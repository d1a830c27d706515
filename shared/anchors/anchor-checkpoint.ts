import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { noteKey, openAnchorStore, stampKey } from './anchor-bucket.ts';
import { ForkedAnchor } from './forked-anchor.ts';

/** A checkpoint that is to be anchored. */
export interface NewAnchor {
  readonly bucket: string;
  /** Of the tree that the checkpoint is about. */
  readonly size: number;
  /** The signed note, to the byte. */
  readonly note: string;
  /** The time stamp of the note, where there is one (`stampCheckpoint`). */
  readonly stamp?: Uint8Array | undefined;
}

interface NewObject {
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** What S3 answers to `If-None-Match: *` where the object is there (412), or another caller writes it at this moment (409). */
const taken = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/**
 * Writes what is not there yet, and says whether it did. How long it is locked is a default of the bucket, so that no right
 * to set retention is needed; the SDK adds the checksum that Object Lock asks for.
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
 * Writes a checkpoint where Object Lock keeps it, and its stamp beside it. Done again with the same bytes it changes nothing, so that a run that failed is
 * repeated as it was. The first stamp of a checkpoint stays; a later one says less.
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

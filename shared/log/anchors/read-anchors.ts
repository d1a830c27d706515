import type { ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { pMapIterable } from 'p-map';
import { openAnchorStore } from './anchor-bucket.ts';
import type { CheckpointVersions } from './object-versions.ts';
import { listCheckpointVersions } from './object-versions.ts';

/** A change to an anchor that the register never makes: another version over it, or a deletion that hides it. */
type AnchorChange = 'overwritten' | 'hidden';

/** A checkpoint as it was first anchored. */
export interface Anchor {
  readonly size: number;
  /** The signed note, byte for byte. */
  readonly note: string;
  /** When S3 received it, by the clock of S3. */
  readonly writtenAt: Date;
  readonly stamp: Uint8Array | undefined;
  readonly changes: readonly AnchorChange[];
}

/** Checkpoints to read at the same time. */
const readers = 16;

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
    { concurrency: readers },
  );
  for await (const anchor of read) if (anchor !== undefined) yield anchor;
}

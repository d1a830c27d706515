import type { DeleteMarkerEntry, ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { pMapIterable } from 'p-map';
import { atOnce } from '../../runtime/retry.ts';
import { checkpointPrefix, noteKey, openAnchorStore, stampKey } from './anchor-bucket.ts';

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

import type { DeleteMarkerEntry, ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { checkpointPrefix, noteKey, stampKey } from './anchor-bucket.ts';

/** All versions of one checkpoint and its stamp, each list with the newest first. */
export interface CheckpointVersions {
  readonly size: number;
  readonly notes: readonly ObjectVersion[];
  readonly stamps: readonly ObjectVersion[];
  readonly deletions: readonly DeleteMarkerEntry[];
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

interface Group {
  readonly size: number;
  readonly notes: ObjectVersion[];
  readonly stamps: ObjectVersion[];
  readonly deletions: DeleteMarkerEntry[];
}

/** Only deletions have no size in bytes. */
const listOf = (group: Group, entry: ObjectVersion | DeleteMarkerEntry): (ObjectVersion | DeleteMarkerEntry)[] => {
  if (!('Size' in entry)) return group.deletions;
  return entry.Key === noteKey(group.size) ? group.notes : group.stamps;
};

const newGroup = (size: number): Group => ({ size, notes: [], stamps: [], deletions: [] });

/**
 * Every version in the bucket, one checkpoint at a time, by size. Object Lock keeps versions, but not which one is the
 * newest. Somebody with the right to write can put another version over one, or a deletion that hides it. The list
 * still has the first version.
 *
 * @param after the size of the checkpoint after which the list begins
 */
export async function* listCheckpointVersions(
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

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnchors } from '../../../shared/log/anchors/read-anchors.ts';
import type { KeptCheckpoint } from '../../../shared/log/auditing/check-kept.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { readKeptNote } from '../../../shared/log/kept-note.ts';
import { CommandError } from '../../command-error.ts';
import { refuseReading } from '../../typed/file-reading.ts';

/** Where to find checkpoints kept outside the tables. */
export interface KeptPlaces {
  /** Bucket names. */
  readonly anchors: readonly string[];
  readonly checkpoint: readonly string[];
  readonly checkpoints: string | undefined;
}

const readOne = async (file: string): Promise<KeptCheckpoint> => {
  try {
    return { from: file, isAnchor: false, note: readKeptNote(await readFile(file, 'utf8')) };
  } catch (error) {
    throw refuseReading(file, error);
  }
};

const listFolder = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tst'))
      .map(({ name }) => join(folder, name))
      .sort();
  } catch (error) {
    throw refuseReading(folder, error);
  }
};

/** S3 errors about the bucket -> their meaning. */
const wrongBucket: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not exist',
  InvalidBucketName: 'is not a valid bucket name',
  PermanentRedirect: 'is in another region',
};

async function* readBucket(bucket: string): AsyncGenerator<KeptCheckpoint> {
  try {
    for await (const { size, note, changes } of readAnchors(bucket))
      yield { from: `anchor ${size}`, isAnchor: true, note, changes };
  } catch (error) {
    const why = error instanceof Error ? wrongBucket[error.name] : undefined;
    if (why === undefined) throw error;
    const remedy = 'The output AnchorBucket of the stack has its name.';
    throw new CommandError(`The bucket of anchors ${tame(bucket)} ${why}. ${remedy}`, 'usage');
  }
}

/** All of them, anchors first. @throws CommandError usage when a bucket or file cannot be read */
export async function* readKeptCheckpoints({
  anchors,
  checkpoint,
  checkpoints,
}: KeptPlaces): AsyncGenerator<KeptCheckpoint> {
  for (const bucket of anchors) yield* readBucket(bucket);
  for (const file of checkpoint) yield readOne(file);
  if (checkpoints !== undefined) for (const file of await listFolder(checkpoints)) yield readOne(file);
}

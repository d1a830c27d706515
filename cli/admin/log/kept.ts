import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnchors } from '../../../shared/anchors/read-anchors.ts';
import type { KeptCheckpoint } from '../../../shared/auditing/check-kept.ts';
import { refuseReading } from '../typed/file-reading.ts';

/** Where checkpoints are that were kept outside the tables. */
export interface KeptPlaces {
  readonly anchors: string | undefined;
  readonly checkpoint: readonly string[];
  readonly checkpoints: string | undefined;
}

const readOne = async (file: string): Promise<KeptCheckpoint> => {
  try {
    return { from: file, isAnchor: false, note: await readFile(file, 'utf8') };
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

/** All of them, the anchors first. @throws CommandError usage where a file cannot be read */
export async function* readKeptCheckpoints({
  anchors,
  checkpoint,
  checkpoints,
}: KeptPlaces): AsyncGenerator<KeptCheckpoint> {
  if (anchors !== undefined) {
    for await (const { size, note, changes } of readAnchors(anchors))
      yield { from: `anchor ${size}`, isAnchor: true, note, changes };
  }
  for (const file of checkpoint) yield readOne(file);
  if (checkpoints !== undefined) for (const file of await listFolder(checkpoints)) yield readOne(file);
}

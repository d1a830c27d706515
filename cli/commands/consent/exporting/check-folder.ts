import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { ExportedFile, Inventory } from '../../../../shared/consents/exchange/manifest.ts';
import { exportedPattern, exportFiles, Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { beginProgress, countOf } from '../../../printing/progress.ts';
import { stateFile } from './export-state.ts';
import { takeInventory } from './inventory.ts';

/** @throws CommandError usage when the folder has no readable manifest */
const readManifest = async (folder: string): Promise<Manifest> => {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(exportFiles.manifest)) {
    const why = names.includes(stateFile)
      ? 'has an unfinished export. Run the command that started it again to finish it'
      : `has no ${exportFiles.manifest}, so it is not a complete export. Check the folder`;
    throw new CommandError(`${tame(folder)} ${why}.`, 'usage');
  }
  try {
    return v.parse(Manifest, JSON.parse(await readFile(join(folder, exportFiles.manifest), 'utf8')));
  } catch {
    throw new CommandError(
      `${exportFiles.manifest} in ${tame(folder)} is damaged, or from another version of this program. Export again.`,
      'usage',
    );
  }
};

const findChanged = (files: readonly ExportedFile[], found: readonly ExportedFile[]): string[] =>
  files.filter((file, i) => !isDeepStrictEqual(file, found[i])).map(({ name }) => name);

/** Files named like export files that the manifest does not list: a copy by name would include them. */
const findStrangers = async (folder: string, names: readonly string[]): Promise<string[]> =>
  (await readdir(folder)).filter((name) => exportedPattern.test(name) && !names.includes(name)).sort();

const tellInventory = ({ counts, times, digest }: Inventory) => ({ counts, times, digest });

/** What differs from the manifest; empty if nothing does. */
export interface Check {
  readonly manifest: Manifest;
  readonly wrong: readonly string[];
}

/**
 * Checks the files of an export against its manifest, offline.
 *
 * @throws CommandError usage when there is no manifest, or a file cannot be read
 */
export const checkFolder = async (folder: string): Promise<Check> => {
  const manifest = await readManifest(folder);
  const names = manifest.files.map(({ name }) => name);
  const progress = beginProgress((count) => countOf(count, 'lines checked'));
  try {
    const found = await takeInventory(folder, names, progress.advance);
    const changed = [...findChanged(manifest.files, found.files), ...(await findStrangers(folder, names))];
    const isSame = isDeepStrictEqual(tellInventory(found), tellInventory(manifest));
    return { manifest, wrong: changed.length > 0 || isSame ? changed : [exportFiles.manifest] };
  } finally {
    progress.end();
  }
};

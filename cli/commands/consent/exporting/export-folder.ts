import { mkdir, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { ExportedFile, Inventory } from '../../../../shared/consents/exchange/manifest.ts';
import { exportedPattern, exportFiles, Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { errorCode } from '../../../notices/text-file.ts';
import { refuseFile } from '../../../printing/new-file.ts';
import { withProgress } from '../../../printing/progress.ts';
import { usualSegments } from '../../../typed-values.ts';
import { draftSuffix } from './durable-file.ts';
import { beginning, ExportState, stateFile } from './export-state.ts';
import { takeInventory } from './inventory.ts';

/** What to export. */
export interface Export {
  readonly account: string;
  readonly source: string;
  /** The number of segments; undefined if not given. */
  readonly segments: number | undefined;
}

const refuse = (message: string): CommandError => new CommandError(message, 'usage');

/** The names in the folder. A missing folder is created, readable by the owner only. */
const openFolder = async (folder: string): Promise<string[]> => {
  if (folder === '') throw refuse('Give the name of a folder; it must not be empty.');
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    return await readdir(folder);
  } catch (error) {
    throw refuseFile(folder, error);
  }
};

const readState = async (folder: string): Promise<ExportState> => {
  try {
    return v.parse(ExportState, JSON.parse(await readFile(join(folder, stateFile), 'utf8')));
  } catch {
    throw refuse(`${stateFile} in ${tame(folder)} cannot be read. Name another folder to start a new export.`);
  }
};

/** Process 0 stands for none: a signal to it would reach our whole process group. */
const isAlive = (pid: number): boolean => {
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

const checkNobodyWrites = ({ host, pid }: ExportState, folder: string): void => {
  if (host !== hostname() || pid === process.pid || !isAlive(pid)) return;
  const says = `Another export writes to ${tame(folder)}: process ${pid}. Wait until it ends, or stop it.`;
  throw new CommandError(`${says} If that process is not an export, set "pid" in ${stateFile} to 0.`, 'refused');
};

const checkSame = (state: ExportState, { account, source, segments }: Export, folder: string): void => {
  const place = tame(folder);
  if (state.account !== account) throw refuse(`${place} has an export of another account. Name another folder.`);
  if (state.source !== source) {
    throw refuse(`${place} has an export of ${tame(state.source)}. Name another folder, or resume that export.`);
  }
  const { length } = state.positions;
  if (segments !== undefined && segments !== length) {
    throw refuse(`The export in ${place} has ${length} segments. Leave --segments out to resume it.`);
  }
};

/**
 * The state of the export in the folder: of the unfinished export found there, or of a new one.
 *
 * @throws CommandError usage when the folder holds something else or cannot be written; refused when another process writes to it
 */
export const claimFolder = async (
  folder: string,
  wanted: Export,
  now: Date,
): Promise<{ readonly state: ExportState; readonly isNew: boolean }> => {
  const names = await openFolder(folder);
  if (names.includes(exportFiles.manifest)) {
    throw refuse(`${tame(folder)} has a finished export. Name another folder, or check this one with --verify.`);
  }
  const writer = { host: hostname(), pid: process.pid };
  if (names.includes(stateFile)) {
    const state = await readState(folder);
    checkSame(state, wanted, folder);
    checkNobodyWrites(state, folder);
    return { state: { ...state, ...writer }, isNew: false };
  }
  if (names.some((name) => name !== `${stateFile}${draftSuffix}`)) {
    throw refuse(`${tame(folder)} is not empty and has no export to resume. Name another folder.`);
  }
  const { account, source, segments = usualSegments } = wanted;
  const positions = Array.from({ length: segments }, () => beginning);
  const state = { format: 1, account, source, beganAt: now.toISOString(), readUnits: 0, ...writer, positions } as const;
  return { state: { ...state, positions }, isNew: true };
};

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
  const found = await withProgress('lines checked', (advance) => takeInventory(folder, names, advance));
  const changed = [...findChanged(manifest.files, found.files), ...(await findStrangers(folder, names))];
  const isSame = isDeepStrictEqual(tellInventory(found), tellInventory(manifest));
  return { manifest, wrong: changed.length > 0 || isSame ? changed : [exportFiles.manifest] };
};

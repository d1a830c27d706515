import { createReadStream, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../errors.ts';
import { errorCode } from '../input/files.ts';
import { interruption } from '../interruption.ts';
import { refuseFile } from './files.ts';
import { note } from './print.ts';

/** A file that is written piece by piece. */
interface NewFile {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A folder being written. A file name may contain one slash, after the name of a subfolder. */
export interface NewFolder {
  readonly create: (name: string) => Promise<NewFile>;
  /** The content of a closed file, piece by piece. */
  readonly read: (name: string) => AsyncIterable<string>;
  readonly remove: (name: string) => Promise<void>;
}

/** File modes: only the owner may read personal data. */
const modes = { folder: 0o700, file: 0o600 };

/** The suffix of an unfinished folder. Random letters follow. */
const unfinished = '.unfinished-';

const trying = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  interruption().throwIfAborted();
  try {
    return await work();
  } catch (error) {
    throw refuseFile(name, error);
  }
};

const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, modes.folder).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
};

/** @param opened gets the handle of each file, which the writer may leave open */
const openIn = (place: string, folder: string, opened: (handle: FileHandle) => void): NewFolder => ({
  create: async (name) => {
    const shown = join(folder, name);
    const path = join(place, name);
    const handle = await trying(shown, async () => {
      if (dirname(path) !== place) await makeFolder(dirname(path));
      return open(path, 'wx', modes.file);
    });
    opened(handle);
    return {
      write: (text) => trying(shown, () => handle.appendFile(text)),
      close: () => trying(shown, () => handle.sync().then(() => handle.close())),
    };
  },
  read: (name) => createReadStream(join(place, name), 'utf8'),
  remove: (name) => rm(join(place, name)),
});

/** @throws CommandError usage when the folder is not empty, or cannot be created */
export const checkNewFolder = async (folder: string): Promise<void> => {
  if (folder.trim() === '') throw new CommandError('Give the name of a folder; it must not be empty.', 'usage');
  if (resolve(folder) === process.cwd()) {
    throw new CommandError('This is the current folder. Name a new one in it.', 'usage');
  }
  const names = await readdir(folder).catch((error) => {
    if (errorCode(error) === 'ENOENT') return [];
    if (errorCode(error) !== 'ENOTDIR') throw refuseFile(folder, error);
    throw new CommandError(`${escapeInvisible(folder)} is a file. Name a new folder.`, 'usage');
  });
  if (names.length > 0) throw new CommandError(`${escapeInvisible(folder)} is not empty. Name a new folder.`, 'usage');
};

/** Names the unfinished folders of exports to this folder that were killed. */
export const sayUnfinished = async (folder: string): Promise<void> => {
  for (const left of await findUnfinished(folder)) {
    note(
      `${escapeInvisible(left)} is left from an export that was killed, and holds personal data. Delete it, unless an export is running now.`,
    );
  }
};

/** The unfinished folders of commands that were killed, or are still running. */
export const findUnfinished = async (folder: string): Promise<string[]> => {
  const parent = dirname(resolve(folder));
  const names = await readdir(parent).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(resolve(folder))}${unfinished}`))
    .map((name) => join(dirname(folder), name));
};

const putInPlace = async (place: string, folder: string): Promise<void> => {
  await rmdir(folder).catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw refuseFile(folder, error);
  });
  await trying(folder, () => rename(place, folder));
};

/**
 * Writes a folder, whole or not at all: an error or Ctrl-C leaves none. A killed process leaves an unfinished folder that `sayUnfinished` names.
 *
 * @param folder new or empty
 * @throws CommandError usage when it cannot be written
 */
export const writeNewFolder = async <Result>(
  folder: string,
  write: (folder: NewFolder) => Promise<Result>,
): Promise<Result> => {
  await checkNewFolder(folder);
  const place = await trying(folder, () => mkdtemp(`${resolve(folder)}${unfinished}`));
  const undo = (): void => rmSync(place, { recursive: true, force: true });
  const signal = interruption();
  signal.addEventListener('abort', undo);
  const handles: FileHandle[] = [];
  const close = () => Promise.all(handles.map((handle) => handle.close()));
  try {
    const result = await write(openIn(place, folder, (handle) => handles.push(handle))).finally(close);
    await putInPlace(place, folder);
    return result;
  } catch (error) {
    undo();
    throw error;
  } finally {
    signal.removeEventListener('abort', undo);
  }
};

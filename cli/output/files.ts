import { createReadStream, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError, interruption } from '../errors.ts';
import { errorCode } from '../input/files.ts';
import { note } from './print.ts';

/** File modes: readable by others, subject to the umask; and readable by the owner only. */
export const modes = { usual: 0o666, private: 0o600 };

/** Why a file cannot be written, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'you have no right to write there',
  EROFS: 'you have no right to write there',
  EPERM: 'you have no right to write there',
  ENOTDIR: 'part of its path is not a folder',
  ENOTEMPTY: 'another program has written there in the meantime',
  EIO: 'the disk has a fault',
  EFBIG: 'the disk does not allow a file of this size',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** The error for a file that cannot be written. */
export const refuseFile = (file: string, error: unknown): CommandError => {
  const code = errorCode(error);
  const hint = code === 'ENOENT' ? ' Make it first, or name another.' : '';
  return new CommandError(
    `${escapeInvisible(file)} cannot be written: ${reasons[code] ?? String(error)}.${hint}`,
    'usage',
  );
};

/** For `catch`: throws that error. */
export const failWriting =
  (file: string) =>
  (error: unknown): never => {
    throw refuseFile(file, error);
  };

const openNew = async (file: string, mode: number): Promise<FileHandle> => {
  if (file === '') throw new CommandError('Give the name of a file; it must not be empty.', 'usage');
  return open(file, 'wx', mode).catch(async (error) => {
    if (errorCode(error) !== 'EEXIST') throw refuseFile(file, error);
    const isFolder = (await stat(file).catch(() => undefined))?.isDirectory();
    throw new CommandError(
      isFolder
        ? `${escapeInvisible(file)} is a folder. Name a new file in it.`
        : `${escapeInvisible(file)} already exists. Name another file.`,
      'usage',
    );
  });
};

/**
 * Opens a draft that will replace a file. What an interrupted run left is removed. A link that somebody planted under the name is not
 * followed.
 *
 * @throws Error of the file system
 */
export const openDraft = async (file: string, mode: number = modes.private): Promise<FileHandle> => {
  await rm(file, { force: true });
  return open(file, 'wx', mode);
};

/** An error while pieces are produced is not the fault of the file. */
const writePieces = async (
  handle: FileHandle,
  file: string,
  pieces: AsyncIterable<string> | readonly string[],
): Promise<void> => {
  for await (const piece of pieces) {
    await handle.appendFile(piece).catch(failWriting(file));
  }
};

const writeNew = async (file: string, text: string | AsyncIterable<string>, mode: number): Promise<void> => {
  const handle = await openNew(file, mode);
  const undo = (): void => rmSync(file, { force: true });
  const signal = interruption();
  signal.addEventListener('abort', undo);
  try {
    await writePieces(handle, file, typeof text === 'string' ? [text] : text);
  } catch (error) {
    undo();
    throw error;
  } finally {
    signal.removeEventListener('abort', undo);
    await handle.close();
  }
};

/**
 * Writes a new file, whole or not at all: an error or Ctrl-C leaves none.
 *
 * @param text whole, or in pieces that are written as they come
 * @throws CommandError usage when the file exists or cannot be written
 */
export const writeNewFile = (file: string, text: string | AsyncIterable<string>): Promise<void> =>
  writeNew(file, text, modes.usual);

/** The same for personal data: only the owner may read the file. */
export const writeNewPrivateFile = (file: string, text: string | AsyncIterable<string>): Promise<void> =>
  writeNew(file, text, modes.private);

const makeOne = async (folder: string, mode: number | undefined): Promise<void> => {
  try {
    await mkdir(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
};

/**
 * Makes a folder and its missing parents. Node's own `recursive` never ends where no folder can be made, such as in
 * /proc.
 *
 * @throws Error of the file system
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder), mode);
    await makeOne(folder, mode);
  }
};

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
export const privateModes = { folder: 0o700, file: 0o600 };

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

const makeSubfolder = async (path: string): Promise<void> => {
  await mkdir(path, privateModes.folder).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
};

/** @param opened gets the handle of each file, which the writer may leave open */
const openIn = (place: string, folder: string, opened: (handle: FileHandle) => void): NewFolder => ({
  create: async (name) => {
    const shown = join(folder, name);
    const path = join(place, name);
    const handle = await trying(shown, async () => {
      if (dirname(path) !== place) await makeSubfolder(dirname(path));
      return open(path, 'wx', privateModes.file);
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
  if (names.length > 0) {
    const shown = escapeInvisible(folder.replace(/\/+$/, ''));
    const free = /\w$/.test(shown) ? `, such as ${shown}-2` : '';
    throw new CommandError(`${shown} is not empty. Name a new folder${free}.`, 'usage');
  }
};

/** Names the unfinished folders of exports to this folder that were killed. */
export const noteUnfinished = async (folder: string): Promise<void> => {
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
 * Writes a folder, whole or not at all: an error or Ctrl-C leaves none. A killed process leaves an unfinished folder that `noteUnfinished` names.
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

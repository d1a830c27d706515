import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, rm } from 'node:fs/promises';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../errors.ts';
import { errorCode } from '../input/files.ts';
import { interruption } from '../interruption.ts';

/** File modes: readable by others, subject to the umask; and readable by the owner only. */
export const modes = { usual: 0o666, private: 0o600 };

/** Why a file cannot be written, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'you have no right to write there',
  EROFS: 'you have no right to write there',
  EPERM: 'you have no right to write there',
  ENOTDIR: 'part of its path is not a folder',
  ENOTEMPTY: 'another program has written there meanwhile',
  EIO: 'the disk has a fault',
  EFBIG: 'the disk does not allow a file of this size',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** The error for a file that cannot be written. */
export const refuseFile = (file: string, error: unknown): CommandError =>
  new CommandError(
    `${escapeInvisible(file)} cannot be written: ${reasons[errorCode(error)] ?? String(error)}.`,
    'usage',
  );

/** For `catch`: throws that error. */
export const failWriting =
  (file: string) =>
  (error: unknown): never => {
    throw refuseFile(file, error);
  };

const openNew = async (file: string, mode: number): Promise<FileHandle> => {
  if (file === '') throw new CommandError('Give the name of a file; it must not be empty.', 'usage');
  return open(file, 'wx', mode).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw refuseFile(file, error);
    throw new CommandError(`${escapeInvisible(file)} already exists. Name another file.`, 'usage');
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

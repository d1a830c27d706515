import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { tame } from '../../../shared/schema/visible-text.ts';
import { CommandError } from '../../command-error.ts';
import { errorCode } from '../../notices/text-file.ts';
import { interruption } from '../interruption.ts';

/** Why a file cannot be written, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  EACCES: 'you may not write there',
  EROFS: 'you may not write there',
  EPERM: 'you may not write there',
  ENOTDIR: 'its folder is not a folder',
  ENOTEMPTY: 'there is something in it by now',
  EIO: 'the disk has a fault',
  EFBIG: 'the disk takes no file of this size',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** Says why a file cannot be written. */
export const refuseFile = (file: string, error: unknown): CommandError =>
  new CommandError(`${tame(file)} cannot be written: ${reasons[errorCode(error)] ?? String(error)}.`, 'usage');

const openNew = async (file: string, mode: number): Promise<FileHandle> => {
  if (file === '') throw new CommandError('The name of the file must not be empty.', 'usage');
  return open(file, 'wx', mode).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw refuseFile(file, error);
    throw new CommandError(`${tame(file)} is there already; name another file.`, 'usage');
  });
};

/** What stops the pieces from coming is no fault of the file. */
const writePieces = async (
  handle: FileHandle,
  file: string,
  pieces: AsyncIterable<string> | readonly string[],
): Promise<void> => {
  for await (const piece of pieces) {
    await handle.appendFile(piece).catch((error) => {
      throw refuseFile(file, error);
    });
  }
};

/** What others of the machine may do, less what the umask takes away; and nothing at all. */
const modes = { usual: 0o666, private: 0o600 };

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
 * Writes a file that is not there yet, whole or not at all: an error or Ctrl-C leaves none.
 *
 * @param text also as pieces, which are written as they come
 * @throws CommandError usage when it is there, or cannot be written
 */
export const writeNewFile = (file: string, text: string | AsyncIterable<string>): Promise<void> =>
  writeNew(file, text, modes.usual);

/** The same for a file that holds personal data: nobody else of the machine may read it. */
export const writeNewPrivateFile = (file: string, text: string): Promise<void> => writeNew(file, text, modes.private);

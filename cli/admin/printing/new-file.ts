import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { CommandError } from '../../command-error.ts';
import { interruption } from '../interruption.ts';

const refuseFile = (file: string): CommandError => new CommandError(`${file} cannot be written.`, 'usage');

const openNew = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'wx');
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? new CommandError(`${file} is there already; name another file.`, 'usage') : refuseFile(file);
  }
};

/** What stops the pieces from coming is no fault of the file. */
const writePieces = async (
  handle: FileHandle,
  file: string,
  pieces: AsyncIterable<string> | readonly string[],
): Promise<void> => {
  for await (const piece of pieces) {
    await handle.appendFile(piece).catch(() => {
      throw refuseFile(file);
    });
  }
};

/**
 * Writes a file that is not there yet, whole or not at all: an error or Ctrl-C leaves none.
 *
 * @param text also as pieces, which are written as they come
 * @throws CommandError usage when it is there, or cannot be written
 */
export const writeNewFile = async (file: string, text: string | AsyncIterable<string>): Promise<void> => {
  const handle = await openNew(file);
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

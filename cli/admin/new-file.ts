import { writeFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';

/** Writes a file that is not there yet. @throws CommandError usage when it is, or cannot be written */
export const writeNewFile = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new CommandError(
      isThere ? `${file} is there already; name another file.` : `${file} cannot be written.`,
      'usage',
    );
  }
};

import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refuseFile } from '../../printing/new-file.ts';

/** Of a file that is being written, to take another one's place. */
export const draftSuffix = '.new';

/** What is in the folder is on the disk: names of files too. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes a file so that after any end, that of the machine too, it is there as before or whole. Nobody else of the machine may read it.
 *
 * @throws CommandError usage when it cannot be written
 */
export const replaceFile = async (file: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> => {
  const draft = `${file}${draftSuffix}`;
  const write = async (text: string, handle: Awaited<ReturnType<typeof open>>): Promise<void> =>
    handle.appendFile(text).catch((error) => {
      throw refuseFile(file, error);
    });
  const handle = await open(draft, 'w', 0o600).catch((error) => {
    throw refuseFile(file, error);
  });
  try {
    for await (const piece of pieces) await write(piece, handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file).catch((error) => {
    throw refuseFile(file, error);
  });
  await syncFolder(dirname(file));
};

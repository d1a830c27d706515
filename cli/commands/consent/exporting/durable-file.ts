import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failWriting, openDraft } from '../../../printing/new-file.ts';

/** The suffix of a draft that will replace a file. */
export const draftSuffix = '.new';

/** Flushes the folder's contents to disk, including file names. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Replaces a file atomically: after a crash, even of the machine, the file has either its old or its new content. Only the owner may read it.
 *
 * @throws CommandError usage when the file cannot be written
 */
export const replaceFile = async (file: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> => {
  const draft = `${file}${draftSuffix}`;
  const handle = await openDraft(draft).catch(failWriting(file));
  try {
    for await (const piece of pieces) await handle.appendFile(piece).catch(failWriting(file));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file).catch(failWriting(file));
  await syncFolder(dirname(file));
};

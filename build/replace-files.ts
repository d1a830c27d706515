import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes files into a folder, each at once, so that another build or a synthesis at the same time finds the whole of one. In its
 * folder `alone`, nothing else is left: a file of an earlier build would be deployed too.
 *
 * @param files by their paths in the folder
 */
export const replaceFiles = async (
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  alone: string,
): Promise<void> => {
  for (const [path, contents] of files) {
    const file = join(folder, path);
    const written = join(folder, `written-${randomUUID()}`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(written, contents);
    await rename(written, file);
  }
  const isKept = (path: string): boolean =>
    files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  for (const path of await readdir(join(folder, alone), { recursive: true })) {
    if (!isKept(join(alone, path))) await rm(join(folder, alone, path), { recursive: true, force: true });
  }
};

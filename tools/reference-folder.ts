import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageFiles } from '../build/reference/files.ts';
import { CommandError } from '../cli/errors.ts';
import { toPage } from '../cli/local/pages.ts';
import { makeFolder } from '../cli/output/files.ts';

/**
 * Writes the page and all its files into a folder for any web server.
 *
 * @returns the names of the files
 * @throws CommandError usage when the folder cannot be written
 */
export const writePage = async (folder: string): Promise<readonly string[]> => {
  const files = new Map([['index.html', toPage('', 'any server')]]);
  for (const [name, make] of pageFiles) files.set(name, await make());
  try {
    await makeFolder(folder);
    for (const [name, content] of files) await writeFile(join(folder, name), content);
  } catch {
    throw new CommandError(`${folder} cannot be written to; name a folder that can.`, 'usage');
  }
  return [...files.keys()];
};

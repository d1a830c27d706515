import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../cli/errors.ts';
import { describeReference } from '../cli/openapi/document.ts';
import { makeFolder } from '../cli/output/files.ts';
import { pageFiles } from '../cli/reference/files.ts';
import { toPage } from '../cli/reference/page.ts';

/**
 * Writes the page and all its files into a folder for any web server.
 *
 * @returns the names of the files
 * @throws CommandError usage when the folder cannot be written
 */
export const writePage = async (folder: string): Promise<readonly string[]> => {
  const files = new Map([
    ['index.html', toPage('', 'any server')],
    ['openapi.json', `${JSON.stringify(describeReference(), undefined, 2)}\n`],
  ]);
  for (const [name, { read }] of pageFiles) files.set(name, await read());
  try {
    await makeFolder(folder);
    for (const [name, content] of files) await writeFile(join(folder, name), content);
  } catch {
    throw new CommandError(`${folder} cannot be written to; name a folder that can.`, 'usage');
  }
  return [...files.keys()];
};

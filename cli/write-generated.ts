import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from './command-error.ts';

/**
 * Writes files that are made of the code, where they hold something else. With `--check` among the words it writes nothing.
 *
 * @param files path from the root -> what it is to hold
 * @param script that makes them, for the message
 * @throws CommandError finding, with `--check`, where one is stale
 */
export const writeGenerated = async (
  files: ReadonlyMap<string, string>,
  script: string,
  words: readonly string[],
): Promise<void> => {
  for (const [name, content] of files) {
    const file = join(import.meta.dirname, '..', name);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === content) continue;
    if (words.includes('--check')) throw new CommandError(`${name} is stale; run \`${script}\`.`, 'finding');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from './command-error.ts';

/**
 * Writes generated files whose content has changed. With `--check` among the words it writes nothing.
 *
 * @param files path from the root -> content
 * @param script the script that generates them, for the message
 * @throws CommandError finding, with `--check`, when one is stale
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
    if (words.includes('--check')) throw new CommandError(`${name} is out of date. Run \`${script}\`.`, 'finding');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

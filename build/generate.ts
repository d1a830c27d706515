import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { attempt, CommandError } from '../cli/errors.ts';
import { generate as generateInterface } from '../cli/openapi/generated.ts';
import { writeAlarms, writeOptions, writeProps } from '../infra/option-files.ts';
import { generate as generatePolicies, policyFolder } from '../infra/policies.ts';
import { writeArguments } from '../pages/i18n/arguments-file.ts';
import english from '../pages/i18n/en.json' with { type: 'json' };

/** Deletes the policies of roles that are gone. */
const removeOthers = async (files: ReadonlyMap<string, string>): Promise<void> => {
  const root = join(import.meta.dirname, '..');
  for (const name of await readdir(join(root, policyFolder))) {
    if (!files.has(`${policyFolder}/${name}`)) await rm(join(root, policyFolder, name));
  }
};

/**
 * Writes generated files whose content has changed. With `--check` among the words it writes nothing.
 *
 * @param files path from the root -> content
 * @param script the script that generates them, for the message
 * @throws CommandError finding, with `--check`, when one is stale
 */
const writeGenerated = async (
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

process.exitCode = await attempt(async () => {
  const policies = generatePolicies();
  const readPage = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../docs', name), 'utf8');
  const files = new Map([
    ...(await generateInterface()),
    ...policies,
    ['docs/deploy.md', writeOptions(await readPage('deploy.md'))],
    ['docs/operations.md', writeAlarms(await readPage('operations.md'))],
    ['infra/consent-register-props.ts', writeProps()],
    ['pages/i18n/arguments.ts', writeArguments(english)],
  ]);
  await writeGenerated(files, 'npm run generate', process.argv);
  await removeOthers(policies);
});

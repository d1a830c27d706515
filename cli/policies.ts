import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt } from './command-error.ts';
import { generate, policyFolder } from './policies/generated.ts';
import { writeGenerated } from './write-generated.ts';

/** Also deletes the policies of removed commands. */
const removeOthers = async (files: ReadonlyMap<string, string>): Promise<void> => {
  const root = join(import.meta.dirname, '..');
  for (const name of await readdir(join(root, policyFolder))) {
    if (!files.has(`${policyFolder}/${name}`)) await rm(join(root, policyFolder, name));
  }
};

process.exitCode = await attempt(async () => {
  const files = generate();
  await writeGenerated(files, 'npm run policies', process.argv);
  await removeOthers(files);
});

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt } from './command-error.ts';
import { generate as generateInterface } from './openapi/generated.ts';
import { generate as generatePolicies, policyFolder } from '../infra/policies/generated.ts';
import { writeGenerated } from './write-generated.ts';

/** Deletes the policies of roles that are gone. */
const removeOthers = async (files: ReadonlyMap<string, string>): Promise<void> => {
  const root = join(import.meta.dirname, '..');
  for (const name of await readdir(join(root, policyFolder))) {
    if (!files.has(`${policyFolder}/${name}`)) await rm(join(root, policyFolder, name));
  }
};

process.exitCode = await attempt(async () => {
  const policies = generatePolicies();
  const files = new Map([...(await generateInterface()), ...policies]);
  await writeGenerated(files, 'npm run generate', process.argv);
  await removeOthers(policies);
});

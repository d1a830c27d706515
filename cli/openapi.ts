import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, CommandError } from './command-error.ts';
import { generate } from './openapi/generated.ts';

process.exitCode = await attempt(async () => {
  for (const [name, content] of await generate()) {
    const file = join(import.meta.dirname, '..', name);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === content) continue;
    if (process.argv.includes('--check'))
      throw new CommandError(`${name} is stale; run \`npm run openapi\`.`, 'finding');
    await writeFile(file, content);
  }
});

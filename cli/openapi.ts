import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeCollection } from './openapi/collection.ts';
import { describeInterface } from './openapi/document.ts';
import { attempt, Stop } from './stop.ts';

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** What is generated, by file in `docs/`. */
const files: Readonly<Record<string, () => string>> = {
  'openapi.json': () => toJson(describeInterface()),
  'collection.json': () => toJson(describeCollection()),
};

process.exitCode = await attempt(async () => {
  for (const [name, generate] of Object.entries(files)) {
    const file = join(import.meta.dirname, '../docs', name);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === generate()) continue;
    if (process.argv.includes('--check')) throw new Stop(`docs/${name} is stale; run \`npm run openapi\`.`, 'finding');
    await writeFile(file, generate());
  }
});

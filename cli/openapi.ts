import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeInterface } from './openapi/document.ts';
import { attempt, Stop } from './stop.ts';

const file = join(import.meta.dirname, '../docs/openapi.json');

process.exitCode = await attempt(async () => {
  const document = `${JSON.stringify(describeInterface(), undefined, 2)}\n`;
  if (!process.argv.includes('--check')) return writeFile(file, document);
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current !== document) throw new Stop('docs/openapi.json is stale; run `npm run openapi`.', 'finding');
});

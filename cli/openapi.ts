import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeForClient } from './openapi/client-schema.ts';
import { describeInterface } from './openapi/document.ts';
import { attempt, Stop } from './stop.ts';

const root = join(import.meta.dirname, '..');

/** The files that are made of the contract, with what they are to hold. */
const describe = async (): Promise<ReadonlyMap<string, string>> => {
  const document = describeInterface();
  return new Map([
    ['docs/openapi.json', `${JSON.stringify(document, undefined, 2)}\n`],
    ['client/schema.ts', await describeForClient(document)],
  ]);
};

const check = async (file: string, content: string): Promise<void> => {
  const current = await readFile(join(root, file), 'utf8').catch(() => '');
  if (current !== content) throw new Stop(`${file} is stale; run \`npm run openapi\`.`, 'finding');
};

process.exitCode = await attempt(async () => {
  for (const [file, content] of await describe()) {
    await (process.argv.includes('--check') ? check(file, content) : writeFile(join(root, file), content));
  }
});

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExample } from './example.ts';
import { makeVectors } from './vectors.ts';

/** Writes the example of docs/evidence.md and the vectors of verifier/vectors anew, with their fixed keys. */
const root = join(import.meta.dirname, '../..');

for (const [name, text] of Object.entries(await makeExample())) writeFileSync(join(root, 'docs', name), text);

const folder = join(root, 'verifier/vectors');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith('.json')) rmSync(join(folder, name));
for (const [name, vector] of Object.entries(makeVectors())) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(vector)}\n`);
}

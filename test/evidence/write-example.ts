import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the example and the vectors of docs/evidence.md anew, with their fixed keys. People write the list of the vectors. */
const { makeExample } = await import('./example.ts');
for (const [name, text] of Object.entries(await makeExample())) {
  writeFileSync(join(import.meta.dirname, '../../docs', name), text);
}

const { makeVectors } = await import('./vectors/vectors.ts');
const folder = join(import.meta.dirname, '../../docs/vectors');
const vectors = await makeVectors();
for (const name of readdirSync(folder)) if (!(name in vectors) && name !== 'index.json') rmSync(join(folder, name));
for (const [name, text] of Object.entries(vectors)) writeFileSync(join(folder, name), text);

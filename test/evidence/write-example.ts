import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProgram } from '../bench/program-options.ts';

describeProgram('evidence-example', 'Writes the example of docs/evidence.md anew, with its fixed key.').parse();

process.env.TABLE_NAME ??= 'none';
process.env.SIGNING_KEY_SECRET ??= 'none';
const { makeExample } = await import('../support/evidence-example.ts');
for (const [name, text] of Object.entries(await makeExample())) {
  writeFileSync(join(import.meta.dirname, '../../docs', name), text);
}

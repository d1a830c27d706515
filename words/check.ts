import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFaults } from './prose.ts';

const root = join(import.meta.dirname, '..');

/** Every page but the notices of the demo, which are data. */
const pages = globSync(['*.md', '{.github,client,docs}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).sort();

for (const page of pages) {
  for (const fault of await findFaults(page, readFileSync(join(root, page), 'utf8'))) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 1;
  }
}

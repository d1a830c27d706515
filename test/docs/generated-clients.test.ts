import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generators } from '../../tools/generators/generators.ts';

const root = join(import.meta.dirname, '../..');
const recipes = await readFile(join(root, 'docs/recipes/README.md'), 'utf8');

test.each(generators)('the recipes have the line that makes the client $name', ({ parameters, title, version }) => {
  expect(recipes).toContain(` ${parameters.join(' ')}\``);
  expect(recipes).toContain(`${title.split(',')[0]} ${version}`);
});

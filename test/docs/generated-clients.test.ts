import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { generators } from '../generators/all-generators.ts';

const root = join(import.meta.dirname, '../..');
const recipes = await readFile(join(root, 'docs/recipes/README.md'), 'utf8');

test.each(['go,rust', 'java, go', ''])('a generator that is not there is refused in one line: %j', async (names) => {
  const run = promisify(execFile)(process.execPath, ['test/generators.ts', '--only', names], { cwd: root });

  await expect(run).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^.+ There is no .+\n$/),
  });
});

test.each(generators)('the recipes have the line that makes the client $name', ({ parameters, title, version }) => {
  expect(recipes).toContain(` ${parameters.join(' ')}\``);
  expect(recipes).toContain(`${title.split(',')[0]} ${version}`);
});

/** The examples are programs of their languages. `test/nightly/examples.test.ts` runs them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { run } from '../e2e/command.ts';
import { repository } from '../e2e/service.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';

const filesOf = (extension: string): string[] =>
  globSync(`docs/examples/**/*.${extension}`, { cwd: repository }).map((file) => join(repository, file));

test('JavaScript compiles', () => {
  const files = filesOf('js');

  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(() => transformSync(readFileSync(file, 'utf8')), file).not.toThrow();
});

const compilers = [
  ['php', 'for file; do php -l "$file" || exit; done', needsProgram('php')],
  [
    'py',
    `python3 -c 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)' "$@"`,
    needsProgram('python3'),
  ],
  ['sh', 'for file; do sh -n "$file" || exit; done', {}],
] as const;

for (const [extension, script, needed] of compilers) {
  test(`${extension} compiles`, needed, async () => {
    const files = filesOf(extension);

    expect(files.length).toBeGreaterThan(0);
    expect(await run('sh', ['-c', script, 'sh', ...files])).toMatchObject({ exitCode: 0, stderr: '' });
  });
}

test.each([
  'http://register.example',
  'http://127.0.0.1.register.example',
  'http://localhost:3000@register.example',
  'ftp://localhost',
])('the example for curl sends no key to %s', async (url) => {
  const [example = ''] = filesOf('sh');
  const environment = { REGISTER_URL: url, REGISTER_KEY: 'x' };

  expect(await run('sh', [example, 'a', join(newFolder(), 'b')], environment)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^REGISTER_URL must b/),
  });
});

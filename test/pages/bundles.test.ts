/** What others put into folders above a clone, where they can write. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../e2e/command.ts';
import { newFolder } from '../support/make/machine.ts';

const repository = join(import.meta.dirname, '../..');

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const planted = 'console.log("It runs.");';

/** A clone with what pages are built of, but for packages. */
const makeClone = (): string => {
  const clone = join(newFolder(), 'clone');
  for (const part of ['package.json', 'tsconfig.json', 'shared', 'verifier', 'pages', 'client/typescript'])
    cpSync(join(repository, part), join(clone, part), { recursive: true });
  return clone;
};

const build = (clone: string) => {
  const program = `const { bundleConsole } = await import('${join(clone, 'pages/bundles.ts')}'); await bundleConsole();`;
  return run(process.execPath, ['--input-type=module', '--eval', program]);
};

test('a build of pages loads no package from above the clone, however it is asked for', async () => {
  const clone = makeClone();
  write(join(clone, '../node_modules/planted/index.js'), planted);
  write(
    join(clone, 'node_modules/vite/index.js'),
    `exports.build = async () => {
      try { require('planted'); } catch ({ code }) { console.log(code); }
      await import('planted').catch(({ code }) => console.log(code));
      return { output: [{ type: 'chunk', fileName: 'a.js', code: '' }] };
    };`,
  );

  expect(await build(clone)).toEqual({
    exitCode: 0,
    stdout: 'MODULE_NOT_FOUND\nERR_MODULE_NOT_FOUND\n',
    stderr: '',
  });
});

test('a build of pages reads no settings from above the clone', async () => {
  const clone = makeClone();
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
  write(join(clone, '../pnpm-workspace.yaml'), 'packages: []\n');
  write(join(clone, '../postcss.config.cjs'), `${planted} module.exports = {};`);

  expect(await build(clone)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

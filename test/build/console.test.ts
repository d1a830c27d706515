import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { findConsole, listSources } from '../../build/console.ts';
import { makeConsole } from '../../pages/build-console.ts';
import { languageTags } from '../../pages/i18n/index.ts';
import { newFolder } from '../support/make/machine.ts';

test('a console is announced before it is built, built once, and takes the place of earlier ones', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const kept = newFolder();
  mkdirSync(join(kept, 'earlier'));
  const make = vi.fn(async () => {
    expect(said).toHaveBeenCalledOnce();
    return '{}';
  });

  const files = [await findConsole(join(kept, 'now'), make), await findConsole(join(kept, 'now'), make)];

  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['{}', '{}']);
  expect(said.mock.calls).toEqual([
    ['Building the console, once for this state of its sources. /console answers when it is built.'],
  ]);
  expect(make).toHaveBeenCalledOnce();
  expect(readdirSync(kept)).toEqual(['now']);
});

test('a change of a catalogue, a style or a program makes another console', async () => {
  const made = ['pages/console/main.tsx', 'pages/ui/tokens.css', 'package-lock.json'];

  expect(await listSources()).toEqual(
    expect.arrayContaining([...made, ...languageTags.map((tag) => `pages/i18n/${tag}.json`)]),
  );
});

test('the same sources give the same files in another folder, and where it says that it is for development', async () => {
  const root = join(import.meta.dirname, '../..');
  const other = newFolder();
  for (const file of await listSources()) cpSync(join(root, file), join(other, file));
  symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
  const print =
    "import('./pages/build-console.ts').then(async (m) => console.log(JSON.stringify(await m.makeConsole())))";

  const options = { cwd: other, env: { NODE_ENV: 'development' }, maxBuffer: 2 ** 24 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', print], options);

  expect(JSON.parse(stdout)).toEqual(await makeConsole());
});

test('what cannot be built leaves nothing', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const kept = newFolder();

  await expect(findConsole(join(kept, 'now'), () => Promise.reject(new Error('Unexpected "}"')))).rejects.toThrow();

  expect(readdirSync(kept)).toEqual([]);
});

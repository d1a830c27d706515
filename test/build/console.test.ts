import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findConsole, listSources } from '../../build/console.ts';
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
  const made = ['pages/console/main.tsx', 'pages/console/style/console.css', 'package-lock.json'];

  expect(await listSources()).toEqual(
    expect.arrayContaining([...made, ...languageTags.map((tag) => `pages/i18n/${tag}.json`)]),
  );
});

test('what cannot be built leaves nothing', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const kept = newFolder();

  await expect(findConsole(join(kept, 'now'), () => Promise.reject(new Error('Unexpected "}"')))).rejects.toThrow();

  expect(readdirSync(kept)).toEqual([]);
});

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeConsole } from '../../../cli/console-folder.ts';
import { makeConsole } from '../../../pages/build-console.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { newFolder } from '../../support/make/machine.ts';

const makeFolder = async (): Promise<string> => newFolder();

const build = (...words: readonly string[]) => runAdmin('console', 'build', ...words);

test('writes the page and what it names, for the service that is named', async () => {
  const folder = join(await makeFolder(), 'new/console');
  const { exitCode, stdout, stderr } = await build('--out', folder, '--api', 'https://consents.shop.example/');
  const [page, ...parts] = await makeConsole('https://consents.shop.example');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toBe(`${folder}: ${['index.html', ...parts.map(({ name }) => `console/${name}`)].join(', ')}\n`);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(page?.text);
  for (const { name, text } of parts) expect(await readFile(join(folder, 'console', name), 'utf8')).toBe(text);
});

test('replaces an older console, and leaves nothing of it', async () => {
  const folder = await makeFolder();
  await writeConsole(folder, 'https://old.example');
  const old = join(folder, 'console/console-AAAAAAAAAAAA.js');
  await writeFile(old, '');
  const names = await writeConsole(folder);

  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['console', ...names].toSorted());
  expect(await readFile(join(folder, 'index.html'), 'utf8')).not.toContain('old.example');
});

test.each([
  ['a file of somebody', 'notes.txt', 'mine'],
  ['a page of somebody', 'index.html', '<h1>mine</h1>'],
])('refuses a folder with %s, and changes nothing', async (_, name, text) => {
  const folder = await makeFolder();
  await writeFile(join(folder, name), text);

  await expect(writeConsole(folder)).rejects.toThrow(`${folder} has files that do not belong to a console`);
  expect(await readdir(folder)).toEqual([name]);
  expect(await readFile(join(folder, name), 'utf8')).toBe(text);
});

test('refuses a folder whose console has files of somebody beside it', async () => {
  const folder = await makeFolder();
  await writeConsole(folder);
  await writeFile(join(folder, 'console/notes.txt'), 'mine');

  await expect(writeConsole(folder)).rejects.toThrow('files that do not belong to a console');
  await rm(join(folder, 'console'), { recursive: true });
  await mkdir(join(folder, 'private'));
  await expect(writeConsole(folder)).rejects.toThrow('files that do not belong to a console');
});

test.each([
  ['a folder in the place of the page', 'index.html', 'index.html/mine.txt'],
  ['a file in the place of the folder', 'console', 'console'],
  ['a folder that is called as a part of one', 'console/x', 'console/console-AAAAAAAAAAAA.js/mine.txt'],
])('refuses a console that has %s, and changes nothing', async (_, gone, name) => {
  const folder = await makeFolder();
  await writeConsole(folder);
  await rm(join(folder, gone), { recursive: true, force: true });
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), 'mine');
  const before = await readdir(folder, { recursive: true });

  await expect(writeConsole(folder)).rejects.toThrow('has files that do not belong');
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test.each([
  [['--out', 'x', '--api', 'consents.shop.example'], /--api must be the URL of the API without a path/],
  [['--out', 'x', '--api', 'http://shop.example'], /--api must be the URL/],
  [['--out', 'x', '--api', 'https://shop.example/register'], /--api must be the URL/],
  [['--out', 'x', '--api', 'https://ada:pw@shop.example'], /--api must be the URL/],
  [['--out', 'x', '--api', 'https://*.shop.example'], /--api must be the URL/],
  [['--out', 'x', '--api', 'https://shop.example;script-src'], /--api must be the URL/],
  [['--out', 'x', '--api', 'https://shop".example'], /--api must be the URL/],
  [['--out', '/proc/console'], /\/proc\/console cannot be written to/],
  [['--out', '/dev/null/console'], /\/dev\/null\/console cannot be written to/],
])('refuses %j in one line', async (words, says) => {
  const { exitCode, stdout, stderr } = await build(...words);

  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(says);
  expect(stderr.trim()).not.toContain('\n');
});

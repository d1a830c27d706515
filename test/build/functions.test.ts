import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFiles } from '../../build/functions.ts';
import { newFolder } from '../support/make/machine.ts';

test('a build leaves nothing in the folders of functions but what it wrote', async () => {
  const folder = newFolder();
  const write = (path: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'old');
  };
  for (const path of [
    'functions/add/index.mjs',
    'functions/add/old.json',
    'functions/gone/index.mjs',
    'other/kept.txt',
  ])
    write(path);
  const files = ['functions/add/index.mjs', 'functions/console/pages/a.html', 'list.json'];

  await replaceFiles(folder, new Map(files.map((path) => [path, Buffer.from('new')])), 'functions');

  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  expect(left.sort()).toEqual([...files, 'other/kept.txt'].sort());
  for (const path of files) expect(readFileSync(join(folder, path), 'utf8')).toBe('new');
  expect(readFileSync(join(folder, 'other/kept.txt'), 'utf8')).toBe('old');
});

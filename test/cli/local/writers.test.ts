import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDataFolder } from '../../../cli/local/writers.ts';
import { newFolder } from '../../support/make/machine.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('databases in a folder for data are closed to others, and nothing else is changed', () => {
  const folder = newFolder();
  const files = ['dynamodb.sqlite', 'dynamodb.sqlite-wal', 'notes.txt'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, '');
  const [database = '', log = '', notes = ''] = files;
  chmodSync(database, 0o666);
  chmodSync(log, 0o644);
  chmodSync(notes, 0o644);
  chmodSync(folder, 0o755);
  checkDataFolder(folder);

  expect([...files, folder].map(modeOf)).toEqual(['600', '600', '644', '755']);
});

test('a folder of the user may be open to the group, and behind a link of their own', () => {
  const [folder, linked] = [newFolder(), join(newFolder(), 'data')];
  chmodSync(folder, 0o775);
  symlinkSync(folder, linked);

  expect(() => checkDataFolder(linked)).not.toThrow();
});

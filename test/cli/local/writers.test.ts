import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDataFolder } from '../../../cli/local/writers.ts';
import { newFolder } from '../../support/make/machine.ts';

test('a folder for data whose database others can write is refused', () => {
  const folder = newFolder();
  const database = join(folder, 'dynamodb.sqlite');
  writeFileSync(database, '');
  expect(() => checkDataFolder(folder)).not.toThrow();
  chmodSync(database, 0o666);

  expect(() => checkDataFolder(folder)).toThrow(`${database} belongs to another user of this machine`);
});

test('a folder of the user may be open to the group, and behind a link of their own', () => {
  const [folder, linked] = [newFolder(), join(newFolder(), 'data')];
  chmodSync(folder, 0o775);
  symlinkSync(folder, linked);

  expect(() => checkDataFolder(linked)).not.toThrow();
});

test('a folder is refused whose link leads over one in a folder that others can write', () => {
  const [folder, shared, own] = [newFolder(), newFolder(), newFolder()];
  chmodSync(shared, 0o777);
  symlinkSync(folder, join(shared, 'between'));
  const linked = join(own, 'data');
  symlinkSync(join(shared, 'between'), linked);

  expect(() => checkDataFolder(linked)).toThrow(`${linked} belongs to another user of this machine`);
});

test('a file is refused whose link leads to nothing yet in a folder that others can write', () => {
  const [folder, shared] = [newFolder(), newFolder()];
  chmodSync(shared, 0o777);
  const link = join(folder, 'engine.pid');
  symlinkSync(join(shared, 'none'), link);

  expect(() => checkDataFolder(folder)).toThrow(`${link} belongs to another user of this machine`);
});

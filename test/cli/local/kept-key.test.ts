import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepKeyPair } from '../../../cli/local/kept-key.ts';
import { createKeyPair } from '../../../shared/identity/keys/key-pair.ts';
import { newFolder } from '../../support/make/machine.ts';

test('a new key is private although an interrupted rotation left a file that others can read', async () => {
  const folder = newFolder();
  await writeFile(join(folder, 'signing-key.json.new'), '', { mode: 0o644 });
  await keepKeyPair(folder, createKeyPair(new Date()));

  expect((await stat(join(folder, 'signing-key.json'))).mode & 0o777).toBe(0o600);
});

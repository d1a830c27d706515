import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import service from '../../package.json' with { type: 'json' };
import { makeComposerArchive } from '../../tools/release/composer-archive.ts';

const folder = join(import.meta.dirname, '../../client/php');

test('the archive of the PHP client has what its manifest names, and the same bytes each time', async () => {
  const { name, bytes } = makeComposerArchive();
  const files = unzipSync(bytes);
  const read = (file: string) => Buffer.from(files[file] ?? []).toString();
  const { version, autoload } = JSON.parse(read('composer.json'));

  expect([name, version]).toEqual([`consent-register-client-php-${service.version}.zip`, service.version]);
  expect(Object.keys(files).sort()).toEqual(['LICENSE', 'README.md', ...autoload.classmap, 'composer.json'].sort());
  for (const file of autoload.classmap) expect(read(file)).toBe(await readFile(join(folder, file), 'utf8'));
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`\`${name}\``);
  expect(makeComposerArchive().bytes).toEqual(bytes);
});

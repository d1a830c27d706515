import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { renderEvidencePage } from '../../pages/evidence/evidence-page.ts';
import type { Packed } from '../../tools/release/packing.ts';
import { makePackage, pack, packageFolder } from '../../tools/release/packing.ts';
import { newFolder } from '../support/folder.ts';
import { representFile } from '../support/representative.ts';

representFile('test/tools/release.test.ts', 'the package has every program, and no module that only a clone needs');

const packed: { first?: Packed; digest?: string } = {};

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [join(packageFolder, 'cli/main.js'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: newFolder() },
  });

beforeAll(async () => {
  await makePackage();
  packed.first = pack();
  packed.digest = digestOf(packed.first.file);
}, 600_000);

test('the package is small, and the same bytes whenever it is packed', { timeout: 600_000 }, async () => {
  await makePackage();
  const { file, size } = pack();

  expect(digestOf(file)).toBe(packed.digest);
  expect(size).toBeLessThanOrEqual(12_000_000);
  expect(size).toBe(statSync(file).size);
});

test('the commands run, and write what those of the clone write', async () => {
  const page = join(newFolder(), 'verify.html');
  run('evidence', 'page', '--out', page);

  expect(run('--help')).toContain('doctor');
  expect(readFileSync(page, 'utf8')).toBe(await renderEvidencePage());
});

test('everything that the manifest names is there, and NOTICE names what is in bundles', () => {
  const read = (path: string): string => readFileSync(join(packageFolder, path), 'utf8');
  const { bin, exports } = JSON.parse(read('package.json'));
  const named = [...Object.values(bin), ...Object.values(exports['.'])].map(String);
  const notice = read('NOTICE');

  expect(named.filter((path) => !existsSync(join(packageFolder, path)))).toEqual([]);
  for (const name of ['preact', 'valibot', '@aws-sdk/client-dynamodb', '@middy/util', '@scalar/fastify-api-reference'])
    expect(notice).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

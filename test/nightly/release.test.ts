import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { nameArchive } from '../../infra/code.ts';
import { writeTemplate } from '../../infra/template.ts';
import manifest from '../../package.json' with { type: 'json' };
import { renderEvidencePage } from '../../pages/evidence/evidence-page.ts';
import type { Packed } from '../../tools/release/packing.ts';
import { makePackage, pack, packageFolder } from '../../tools/release/packing.ts';
import { makeTemplate, packTemplate, templateName } from '../../tools/release/template.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';

const packed: { first?: Packed; digest?: string } = {};

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [join(packageFolder, 'cli/bin.js'), ...words], {
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

const linter = 'cfn-lint';

/** A function depends on its role in two ways, which CDK writes for all stages. */
const known = 'W3005';

describe('the template that the package makes', () => {
  test('is the one that the clone makes, with the code of each function that it names', async () => {
    const files = await makeTemplate();
    const template = Buffer.from(files.get(templateName) ?? []).toString();
    const named = [...template.matchAll(/"(\w+-[0-9a-f]{16}\.zip)"/g)].map(([, name]) => name);

    expect(template).toBe(writeTemplate(manifest.version));
    expect([...files.keys()].sort()).toEqual([...named, templateName].sort());
    const login = unzipSync(files.get(nameArchive('login')) ?? new Uint8Array());
    expect(Object.keys(login)).toEqual(['index.mjs']);
    expect(Buffer.from(login['index.mjs'] ?? []).toString()).toBe(
      readFileSync(join(packageFolder, 'build/functions/login/index.mjs'), 'utf8'),
    );
  });

  test('it is packed into one small file, with the same bytes each time', async () => {
    const first = await packTemplate(newFolder());
    const second = await packTemplate(newFolder());

    expect(Object.keys(unzipSync(readFileSync(first)))).toEqual([...(await makeTemplate()).keys()]);
    expect(statSync(first).size).toBeLessThan(4_000_000);
    expect(digestOf(second)).toBe(digestOf(first));
  });

  test('cfn-lint finds nothing in it', needsProgram(linter), async () => {
    const file = join(newFolder(), templateName);
    writeFileSync(file, (await makeTemplate()).get(templateName) ?? '');
    const words = ['--ignore-checks', known, '--regions', 'eu-west-1', 'eu-south-1', 'us-east-1', '--', file];

    expect(execFileSync(linter, words, { encoding: 'utf8' })).toBe('');
  });
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { nameArchive } from '../../infra/code.ts';
import { writeTemplate } from '../../infra/template.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makePackage, packageFolder } from '../../tools/release/packing.ts';
import { makeTemplate, packTemplate, templateName } from '../../tools/release/template.ts';
import { newFolder } from '../support/folder.ts';
import { needsProgram } from '../support/needs.ts';
import { representFile } from '../support/representative.ts';

representFile(
  'test/infra/template.test.ts',
  'for the stage prod it has the resources, ids and outputs that CDK deploys with default options',
);

beforeAll(makePackage, 600_000);

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the package makes the template that the clone makes, with the code of each function that it names', async () => {
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

const linter = 'cfn-lint';

/** A function depends on its role in two ways, which CDK writes for all stages. */
const known = 'W3005';

test('cfn-lint finds nothing in it', needsProgram(linter), async () => {
  const file = join(newFolder(), templateName);
  writeFileSync(file, (await makeTemplate()).get(templateName) ?? '');
  const words = ['--ignore-checks', known, '--regions', 'eu-west-1', 'eu-south-1', 'us-east-1', '--', file];

  expect(execFileSync(linter, words, { encoding: 'utf8' })).toBe('');
});

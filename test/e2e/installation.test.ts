import { cp, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { newFolder } from '../support/folder.ts';
import type { Outcome } from './command.ts';
import { run } from './command.ts';
import { repository } from './service.ts';

/** What a command needs before the packages are there. */
const files = ['package.json', 'package-lock.json', '.npmrc', 'cli', 'shared'];

/** A clone before `npm ci`. */
const makeClone = async (): Promise<string> => {
  const clone = newFolder();
  for (const file of files) await cp(join(repository, file), join(clone, file), { recursive: true });
  return clone;
};

const runIn = (folder: string, line: string): Promise<Outcome> => run('sh', ['-c', `cd '${folder}' && ${line}`]);

const notInstalled = (clone: string): Outcome => ({
  exitCode: exitCodes.unreachable,
  stdout: '',
  stderr: `consent-register: The packages are not installed. Run npm ci first, in ${clone}.\n`,
});

test('what is typed first says in one line that the packages are not installed', async () => {
  const clone = await makeClone();
  const lines = [
    'npm start --silent',
    'npm run --silent admin',
    'cli/consent-register account list',
    'npx consent-register',
  ];

  for (const line of lines) {
    expect(await runIn(clone, line), line).toEqual(notInstalled(clone));
  }
});

const locked = {
  '': {},
  'node_modules/one': { version: '1.0.0' },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
};

/** A clone whose packages were installed by a lock file that had these in it, before it was changed. */
const makeInstalled = async (packages: object): Promise<string> => {
  const clone = await makeClone();
  await mkdir(join(clone, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, join(clone, 'node_modules/node/bin/node'));
  await writeFile(join(clone, 'package-lock.json'), JSON.stringify({ packages: locked }));
  const installed = join(clone, 'node_modules/.package-lock.json');
  await writeFile(installed, JSON.stringify({ packages }));
  await utimes(installed, 0, 0);
  return clone;
};

test.each([
  ['a package is not there', {}],
  ['a package has another version', { 'node_modules/one': { version: '0.9.0' } }],
])('where %s, they are to be installed again', async (_, packages) => {
  const clone = await makeInstalled(packages);

  expect(await runIn(clone, 'cli/check-packages')).toEqual({
    exitCode: exitCodes.unreachable,
    stdout: '',
    stderr: `consent-register: The packages differ from package-lock.json. Run npm ci again, in ${clone}.\n`,
  });
});

const changed = 'The packages differ from package-lock.json. Run npm ci again';

test.each([
  [
    'the installation was broken off',
    'node_modules/.package-lock.json',
    undefined,
    'The packages are not installed. Run npm ci first',
  ],
  ['the list of what is installed is torn', 'node_modules/.package-lock.json', '{"packages":', changed],
  ['the list of what is installed is another file', 'node_modules/.package-lock.json', '{}', changed],
  [
    'the lock file is in the middle of a merge',
    'package-lock.json',
    '<<<<<<< HEAD\n{}',
    'package-lock.json is not JSON. Restore it',
  ],
  [
    'Node is for another machine',
    'node_modules/node/bin/node',
    '\u007fELF',
    'The packages are for another machine. Run npm ci again',
  ],
])('where %s, a line says what to do', async (_, file, content, told) => {
  const clone = await makeInstalled(locked);
  await rm(join(clone, file));
  if (content !== undefined) await writeFile(join(clone, file), content, { mode: 0o755 });
  const later = new Date(Date.now() + 60_000);
  await utimes(join(clone, 'package-lock.json'), later, later);

  expect(await runIn(clone, 'cli/check-packages')).toEqual({
    exitCode: exitCodes.unreachable,
    stdout: '',
    stderr: `consent-register: ${told}, in ${clone}.\n`,
  });
});

test.each([
  ['that the lock file wants', { 'node_modules/one': { version: '1.0.0' } }],
  ['and more', { 'node_modules/one': { version: '1.0.0' }, 'node_modules/more': { version: '1.0.0' } }],
])('packages %s will do', async (_, packages) => {
  const clone = await makeInstalled(packages);

  expect(await runIn(clone, 'cli/check-packages')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('no package has an install script but those that package.json allows', () => {
  const withScript = Object.entries(lock.packages)
    .filter(([path, locked]) => path !== '' && 'hasInstallScript' in locked)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));

  expect(withScript.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
});

test('the help of npm start has the variables that the documents have', async () => {
  const document = await readFile(join(repository, 'docs/development.md'), 'utf8');
  const [, rows = ''] = /\| variable \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(document) ?? [];
  const documented = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

  const [long, short] = await Promise.all(
    ['--help', '-h'].map((word) => run('npm', ['start', '--silent', '--', word])),
  );

  expect(long).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: consent-register start /),
  });
  expect(short).toEqual(long);
  expect([...(long?.stdout ?? '').matchAll(/^ {2}([A-Z_]+) {2,}/gm)].map(([, name]) => name)).toEqual(documented);
  expect(long?.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('an option that npm keeps for itself is not passed over', async () => {
  expect(await run('npm', ['start', '--silent', '--empty'])).toEqual({
    exitCode: exitCodes.usage,
    stdout: '',
    stderr:
      'consent-register: npm read --empty as its own option. Put -- before the words of the command: npm start -- ... --empty\n',
  });
});

import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/errors.ts';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { runAdmin } from '../support/call/admin.ts';
import { newFolder } from '../support/make/machine.ts';
import type { Outcome } from './command.ts';
import { run } from './command.ts';
import { repository } from './service.ts';

/** A clone before `npm ci`, with what a command needs before the packages are there. */
const makeClone = async (): Promise<string> => {
  const clone = newFolder();
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'cli', 'shared'])
    await cp(join(repository, file), join(clone, file), { recursive: true });
  return clone;
};

const clone = await makeClone();

const runInClone = (words: string): Promise<Outcome> =>
  run('sh', ['-c', `cd '${clone}' && '${process.execPath}' ${words}`]);

const packagesMissing = {
  exitCode: exitCodes.unreachable,
  stdout: '',
  stderr: `consent-register: The packages are not all installed. Run npm ci, in ${clone}.\n`,
};

test('before the packages are there, the commands print in one line how to install them', async () => {
  expect(await runInClone('cli/bin.js start')).toEqual(packagesMissing);
});

test('packages that lie above a clone are not run in place of its own', async () => {
  const below = join(newFolder(), 'clone');
  await cp(clone, below, { recursive: true });
  await symlink(join(repository, 'node_modules'), join(below, '../node_modules'));

  expect(await run('sh', ['-c', `cd '${below}' && '${process.execPath}' cli/bin.js start`])).toEqual({
    ...packagesMissing,
    stderr: packagesMissing.stderr.replace(clone, below),
  });
});

test('a clone without packages keeps and uses no compiled code of the folder above it', async () => {
  const below = join(newFolder(), 'clone');
  await cp(clone, below, { recursive: true });
  await run('sh', ['-c', `unset NODE_COMPILE_CACHE; cd '${below}' && '${process.execPath}' cli/bin.js start`]);

  expect(await readdir(join(below, '..'))).toEqual(['clone']);
});

/** Runs the entry as a Node of another version would. */
const runAs = (version: string): Promise<Outcome> => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  return runInClone(`--import "${pretend}" cli/bin.js --version`);
};

const refused = (version: string) =>
  `consent-register: Node.js ${manifest.engines.node} is needed, and this is ${version}.`;

test.each(['20.20.2', '22.22.1', '23.11.0', '24.14.9', '25.9.0'])(
  'Node %s is refused, in one line',
  async (version) => {
    expect(await runAs(version)).toEqual({
      exitCode: exitCodes.unreachable,
      stdout: '',
      stderr: `${refused(version)} npm ci brings it.\n`,
    });
  },
);

test.each(['22.22.2', '22.23.0', '24.15.0', '26.0.0', '27.1.2'])('Node %s will do', async (version) => {
  expect(await runAs(version)).toEqual(packagesMissing);
});

test('a clone with a Node of its own says how to run it', async () => {
  await mkdir(join(clone, 'node_modules/node/bin'), { recursive: true });
  expect(await runAs('20.20.2')).toMatchObject({ stderr: `${refused('20.20.2')} npm ci brings it.\n` });

  await writeFile(join(clone, 'node_modules/node/bin/node'), '');

  expect(await runAs('20.20.2')).toMatchObject({
    stderr: `${refused('20.20.2')} The clone has its own: npm start, or npm run admin -- ...\n`,
  });
});

test('the range of Node is the one that the dependencies ask for', () => {
  const packages: Readonly<Record<string, { readonly dev?: boolean; readonly engines?: { readonly node?: string } }>> =
    Object(lock.packages);
  const asked = Object.entries(packages).flatMap(([path, { dev, engines }]) =>
    path === '' || dev ? [] : (engines?.node ?? []),
  );
  const narrowest = asked.filter((range) => range.includes('^22.')).map((range) => range.replaceAll(/(?:\.0)+\b/g, ''));

  expect([...new Set(narrowest)]).toEqual([manifest.engines.node]);
  expect(lock.packages[''].engines).toEqual(manifest.engines);
});

test('no package has an install script but those that package.json allows', () => {
  const withScript = Object.entries(lock.packages)
    .filter(([path, locked]) => path !== '' && 'hasInstallScript' in locked)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));

  expect(withScript.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
});

test('the help of npm start is whole and fits a terminal', async () => {
  const [long, short] = [await runAdmin('start', '--help'), await runAdmin('start', '-h')];

  expect(long).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: consent-register start [\s\S]+\n {2}PORT {2,}[\s\S]+\n {2}DATA_DIR {2,}/),
  });
  expect(short).toEqual(long);
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

test('npm start passes on what a start prints, and its exit code', async () => {
  const { exitCode, stderr } = await run('npm', ['start'], { PORT: 'abc' });

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([
    'consent-register: PORT must be a number.',
  ]);
});

test('npm runs a command where the person is, and passes its exit code on', async () => {
  const line = 'cd docs && npm run --silent admin -- notice preview ../demo/nowhere';

  expect(await run('bash', ['-c', line])).toMatchObject({
    exitCode: exitCodes.notFound,
    stderr: expect.stringContaining('../demo/nowhere: this folder does not exist. Check the path.'),
  });
});

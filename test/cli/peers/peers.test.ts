import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { cacheOf, isWhole } from '../../../cli/peers/cache.ts';
import { cdkPeers, isInRange } from '../../../cli/peers/peers.ts';
import { newFolder } from '../../support/make/machine.ts';
import { folderOfPeer, peerName, saysInstalling, usePeer } from './using.ts';

const manifest = '{ "version": "1.2.5", "type": "module", "exports": "./index.js" }';
const list = JSON.stringify({ packages: { [`node_modules/${peerName}`]: { version: '1.2.5' } } });

const packageIn = (folder: string): string => join(folder, 'node_modules', peerName);

const putPackage = async (folder: string): Promise<void> => {
  await mkdir(packageIn(folder), { recursive: true });
  await writeFile(join(packageIn(folder), 'package.json'), manifest);
  await writeFile(join(packageIn(folder), 'index.js'), "export const says = 'found';");
};

/** A path with a program in the place of npm, whose current folder is the one to install into. */
const replaceNpm = async (script: string): Promise<NodeJS.ProcessEnv> => {
  const folder = newFolder();
  await writeFile(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'npm'), 0o755);
  return { PATH: `${folder}:${process.env.PATH}` };
};

const installing = `mkdir -p node_modules/${peerName} && cd node_modules
echo '${manifest}' > ${peerName}/package.json
echo "export const says = 'installed';" > ${peerName}/index.js
sleep 0.1
echo '${list}' > .package-lock.json`;

test.each([
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '1.2.3', false],
  ['1.2.4', '^1.2.3', true],
  ['1.3.0', '^1.2.3', true],
  ['1.2.2', '^1.2.3', false],
  ['1.1.9', '^1.2.3', false],
  ['2.0.0', '^1.2.3', false],
  ['0.3.0', '^0.2.3', false],
  ['0.2.4', '^0.2.3', true],
  ['1.3.0-rc.1', '^1.2.3', false],
  ['', '^1.2.3', false],
])('version %o in %s: %o', (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn);
});

test('the folder in the cache is named after the versions, below XDG_CACHE_HOME if that is absolute', () => {
  vi.stubEnv('XDG_CACHE_HOME', '/cache');
  expect(cacheOf('cdk', ['^2.276.0', '1.43.0'])).toBe('/cache/consent-register/cdk-2.276.0-1.43.0');

  vi.stubEnv('XDG_CACHE_HOME', 'cache');
  vi.stubEnv('HOME', '/home/ada');
  expect(cacheOf('cdk', ['^2.276.0'])).toBe('/home/ada/.cache/consent-register/cdk-2.276.0');
});

test('the packages that commands may lack have ranges in package.json', () => {
  expect(Object.keys(cdkPeers().packages)).toEqual(['aws-cdk-lib', 'constructs', '@aws-cdk/toolkit-lib']);
  for (const range of Object.values(cdkPeers().packages)) {
    expect(range).toMatch(/^\^?\d+\.\d+\.\d+$/);
  }
});

describe('a package that is missing', () => {
  test('is not installed without being asked for', async () => {
    const cache = newFolder();
    const lacks = `consent-register: \`deploy\` needs a package that is not installed: ${peerName}.`;

    expect(await usePeer(cache, { permission: 'ask' })).toEqual({
      exitCode: exitCodes.unreachable,
      stdout: '',
      stderr: `${lacks} Add --install to install it into ${folderOfPeer(cache)}, about 1 MB, or run: npm install ${peerName}@^1.2.0\n`,
    });
    expect(await usePeer(cache, { permission: 'no' })).toEqual({
      exitCode: exitCodes.unreachable,
      stdout: '',
      stderr: `${lacks} Install with: npm install ${peerName}@^1.2.0\n`,
    });
    expect(await readdir(cache)).toEqual([]);
  });

  test('is whole for two commands that install it at the same time, and is made anew when it is broken', async () => {
    const begun = newFolder();
    const npm = await replaceNpm(
      `touch ${begun}/$$; while [ "$(ls ${begun} | wc -l)" -lt 2 ]; do sleep 0.02; done\n${installing}`,
    );
    const cache = newFolder();
    const installed = { exitCode: 0, stdout: 'installed', stderr: saysInstalling(cache) };

    const both = await Promise.all([usePeer(cache, {}, npm), usePeer(cache, {}, npm)]);
    expect(both).toEqual([installed, installed]);
    expect(isWhole(folderOfPeer(cache))).toBe(true);
    expect(await usePeer(cache, { permission: 'no' })).toEqual({ ...installed, stderr: '' });

    await rm(join(folderOfPeer(cache), 'node_modules', peerName), { recursive: true });
    expect(await usePeer(cache, { permission: 'no' })).toMatchObject({ exitCode: exitCodes.unreachable });
    expect(await usePeer(cache, {}, npm)).toEqual(installed);
    expect(await readdir(join(cache, 'consent-register'))).toEqual(['peer-1.2.0']);
  });

  test.each([
    // Only root can give a folder away.
    ...(userInfo().uid === 0
      ? [['belongs to somebody else', (folder: string) => chown(folder, 4_242, 4_242)] as const]
      : []),
    ['is open to everybody', (folder: string) => chmod(folder, 0o777)],
    ['is in one that is open to everybody', (folder: string) => chmod(dirname(folder), 0o777)],
    ['leads elsewhere', (folder: string) => rename(folder, `${folder}-2`).then(() => symlink(`${folder}-2`, folder))],
  ] as const)('is not run from a folder of the cache that %s', async (_, change) => {
    const npm = await replaceNpm(installing);
    const cache = newFolder();
    await usePeer(cache, {}, npm);
    await change(folderOfPeer(cache));

    for (const permission of ['yes', 'no'] as const)
      expect(await usePeer(cache, { permission }, npm)).toEqual({
        exitCode: exitCodes.unreachable,
        stdout: '',
        stderr: `consent-register: ${folderOfPeer(cache)} is not yours alone, or a folder above it is not, so nothing in it is run. Delete it, or set XDG_CACHE_HOME to a folder of your own.\n`,
      });
  });

  test('is not installed by an npm that others can put on the PATH, as npx does with folders above', async () => {
    const { PATH: open = '' } = await replaceNpm('exit 1');
    const [folder = ''] = open.split(':');
    await chmod(folder, 0o777);
    const { PATH: own } = await replaceNpm(installing);
    const cache = newFolder();

    expect(await usePeer(cache, {}, { PATH: `.:${folder}:${own}` })).toMatchObject({
      exitCode: 0,
      stdout: 'installed',
    });
  });

  test('is not installed below a folder that is open to everybody', async () => {
    const npm = await replaceNpm(installing);
    const cache = newFolder();
    await chmod(cache, 0o777);

    expect(await usePeer(cache, {}, npm)).toMatchObject({ exitCode: exitCodes.unreachable, stdout: '' });
    expect(await readdir(cache)).toEqual([]);
  });

  test('is run from a folder of the cache that a group may write', async () => {
    const npm = await replaceNpm(installing);
    const cache = newFolder();
    await usePeer(cache, {}, npm);
    await chmod(folderOfPeer(cache), 0o775);

    expect(await usePeer(cache, { permission: 'no' })).toMatchObject({ exitCode: 0 });
  });

  test('is taken from the current folder if its version is in the range', async () => {
    const folder = newFolder();
    await putPackage(folder);
    const cache = newFolder();

    expect(await usePeer(cache, { folder, permission: 'no' })).toEqual({ exitCode: 0, stdout: 'found', stderr: '' });
    expect(await usePeer(cache, { folder, permission: 'no', range: '^2.0.0' })).toMatchObject({
      exitCode: exitCodes.unreachable,
    });
  });

  test('is not taken from above the current folder, where others may write', async () => {
    const above = newFolder();
    await putPackage(above);
    const folder = join(above, 'project');
    await mkdir(folder);
    await chmod(above, 0o1777);

    const { exitCode, stdout, stderr } = await usePeer(newFolder(), { folder, permission: 'no' });
    expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.unreachable, stdout: '' });
    expect(stderr).toContain(' needs a package that is not installed: ');
  });

  test.each([
    ...(userInfo().uid === 0
      ? [
          ['belongs to somebody else', (folder: string) => chown(packageIn(folder), 4_242, 4_242)] as const,
          ['is in a folder of somebody else', (folder: string) => chown(folder, 4_242, 4_242)] as const,
        ]
      : []),
    ['is open to everybody', (folder: string) => chmod(packageIn(folder), 0o777)],
    ['is among packages that are open to everybody', (folder: string) => chmod(join(folder, 'node_modules'), 0o1777)],
    ['is in a folder in which everybody can rename it', (folder: string) => chmod(folder, 0o777)],
  ] as const)('is not run from the current folder if it %s', async (_, open) => {
    const folder = newFolder();
    await putPackage(folder);
    await open(folder);

    expect(await usePeer(newFolder(), { folder, permission: 'no' })).toEqual({
      exitCode: exitCodes.unreachable,
      stdout: '',
      stderr: `consent-register: ${packageIn(folder)} can be written by another user, so it is not run. Use a folder that belongs to you, as those above it do.\n`,
    });
  });
});

test.each([
  [
    'no network',
    'printf "npm error code ENOTFOUND\\nnpm error network request to https://packages.example/ failed\\n" >&2; exit 1',
    `The registry of npm cannot be reached (ENOTFOUND). Check the network, or install where there is one: npm install ${peerName}@^1.2.0`,
  ],
  [
    'a version that the registry does not have',
    'printf "npm error code ETARGET\\nnpm error notarget No matching version found.\\nnpm error A complete log\\n" >&2; exit 1',
    `npm could not install ${peerName}@^1.2.0: notarget No matching version found.`,
  ],
  ['a fault that npm says nothing of', 'exit 1', `npm could not install ${peerName}@^1.2.0: no reason given`],
  [
    'a package that is missing afterwards',
    ':',
    expect.stringMatching(/ is not whole after npm installed it\. Delete it/),
  ],
])('what keeps npm from installing is said in one line: %s', async (_, script, line) => {
  const cache = newFolder();
  const { exitCode, stderr } = await usePeer(cache, {}, await replaceNpm(script));

  expect(exitCode).not.toBe(0);
  expect(stderr.split('\n')).toEqual([
    saysInstalling(cache).trimEnd(),
    typeof line === 'string' ? `consent-register: ${line}` : line,
    '',
  ]);
  expect(await readdir(join(cache, 'consent-register'))).toEqual([]);
});

test('a machine without npm is told so', async () => {
  const { stderr } = await usePeer(newFolder(), {}, { PATH: newFolder() });

  expect(stderr).toMatch(/\nconsent-register: npm was not found, to install .*\. Install Node\.js with npm\.\n$/);
});

test('a cache that cannot be written is told in one line', async () => {
  const cache = join(newFolder(), 'a-file');
  await writeFile(cache, '');

  expect((await usePeer(cache)).stderr.split('\n').slice(1)).toEqual([
    `consent-register: ${join(cache, 'consent-register')} cannot be written to (ENOTDIR). Set XDG_CACHE_HOME to a folder that you may write to.`,
    '',
  ]);
  expect(existsSync(folderOfPeer(cache))).toBe(false);
});

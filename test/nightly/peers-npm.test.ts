import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import { isWhole } from '../../cli/peers/cache.ts';
import { folderOfPeer, peerName as name, saysInstalling, usePeer } from '../cli/peers/using.ts';
import { serve } from '../support/call/serve.ts';
import { newFolder } from '../support/make/machine.ts';

const packed = newFolder();

/** A tarball as the registry has it, of a package that says its version. */
const pack = async (version: string): Promise<Buffer> => {
  const folder = join(packed, version, 'package');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name, version, type: 'module', exports: './index.js' }),
  );
  await writeFile(join(folder, 'index.js'), `export const says = '${version}';\n`);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: join(folder, '..') });
  return readFile(join(packed, version, 'package.tgz'));
};

/** Settings for the real npm: a registry with one package. */
const startRegistry = async (version: string): Promise<NodeJS.ProcessEnv> => {
  const tarball = await pack(version);
  const registry = await serve((request, response) => {
    const dist = { tarball: `http://${request.headers.host}/package.tgz` };
    if (request.url === '/package.tgz') response.end(tarball);
    else if (request.url === `/${name}`)
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } }),
      );
    else response.writeHead(404).end('{}');
  });
  return { npm_config_registry: registry, npm_config_cache: join(packed, 'npm') };
};

test('two commands at the same time have npm install a package that both then use', async () => {
  const cache = newFolder();
  const registry = await startRegistry('1.2.5');

  const both = await Promise.all([usePeer(cache, {}, registry), usePeer(cache, {}, registry)]);

  expect(both).toEqual(Array(2).fill({ exitCode: 0, stdout: '1.2.5', stderr: saysInstalling(cache) }));
  expect(isWhole(folderOfPeer(cache))).toBe(true);
  expect(await readdir(join(cache, 'consent-register'))).toEqual(['peer-1.2.0']);
});

test.each([
  [
    'no registry answers',
    async () => ({ npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: join(packed, 'npm') }),
    `The registry of npm cannot be reached (ECONNREFUSED). Check the network, or install where there is one: npm install ${name}@^1.2.0`,
  ],
  [
    'the registry lacks the version',
    () => startRegistry('1.0.0'),
    `npm could not install ${name}@^1.2.0: notarget No matching version found for ${name}@^1.2.0.`,
  ],
])('where %s, what npm says is told in one line', async (_, settings, line) => {
  const cache = newFolder();

  expect(await usePeer(cache, {}, await settings())).toEqual({
    exitCode: exitCodes.unreachable,
    stdout: '',
    stderr: `${saysInstalling(cache)}consent-register: ${line}\n`,
  });
});

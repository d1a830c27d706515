import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './command.ts';
import { makeDirectory } from './directory.ts';
import { repository, startServiceOnSharedEngine } from './service.ts';

const readPage = (): Promise<string> => readFile(join(repository, 'docs/data-protection.md'), 'utf8');

/** The shell lines of the page, but for those that install the register or look at a stage. */
const readBlocks = async (): Promise<string[]> =>
  [...(await readPage()).matchAll(/```sh\n([\s\S]+?)```/g)]
    .map(([, lines = '']) => lines)
    .filter((lines) => !/npm ci|--stage/.test(lines));

test('an officer gets every answer of docs/data-protection.md from the demo data', { timeout: 180_000 }, async () => {
  const service = await startServiceOnSharedEngine();
  const directory = await makeDirectory();
  const blocks = await readBlocks();
  const program = ['set -eu', `cd '${directory}'`, ...blocks]
    .join('\n')
    .replaceAll('npm run --silent admin --', join(repository, 'cli/consent-register'));

  const { exitCode, stdout, stderr } = await run('bash', ['-c', program], { PORT: String(service.port) });

  const written = await readdir(directory);
  await service.stop();
  expect([exitCode, stderr.replaceAll(/^On the local service.*\n/gm, '')]).toEqual([0, expect.any(String)]);
  expect(written.sort()).toEqual([
    'ada.json',
    'ask-again.csv',
    'consent.html',
    'consents.csv',
    'newsletter.html',
    'report.html',
  ]);
  for (const word of ['ada@example.com', 'newsletter', 'active', 'revoked', 'expired', 'superseded']) {
    expect(stdout).toContain(word);
  }
});

test('every command that the page names is one', async () => {
  const page = await readPage();

  expect(await readBlocks()).not.toHaveLength(0);
  expect(page).toContain('register consent due');
});

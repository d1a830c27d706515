import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, startServiceOnSharedEngine } from '../e2e/service.ts';
import { openTerminal } from '../e2e/terminal.ts';
import { newFolder } from '../support/make/machine.ts';

const password = 'a password of several words';

/** The blocks of shell lines of a section, with the paths and the port of this test. */
const readBlocks = async (heading: string, replace: (lines: string) => string): Promise<string[]> => {
  const text = await readFile(join(repository, 'docs/quick-start.md'), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}\n`)).split(/\n## /)[0] ?? '';
  return [...section.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, lines = '']) => replace(lines));
};

test('from nothing to a recorded consent, as docs/quick-start.md has it', { timeout: 120_000 }, async () => {
  const service = await startServiceOnSharedEngine(['--empty']);
  expect(service.output()).toContain('npm run admin -- setup --local');
  const directory = newFolder();
  const [start = '', ...blocks] = await readBlocks('From nothing to a consent', (lines) =>
    lines
      .replaceAll(':3000', `:${service.port}`)
      .replaceAll('my-notices', join(directory, 'my-notices'))
      .replaceAll('shop.key', join(directory, 'shop.key')),
  );
  expect(start.trim()).toBe('npx consent-register start --empty');
  const shell = openTerminal('bash', ['--norc', '--noprofile'], {
    settings: { PS1: 'ready> ', PORT: String(service.port) },
  });

  for (const block of blocks) {
    await shell.waitFor('ready> ');
    shell.type(block);
    if (block.includes(' setup ')) {
      for (const question of ['? Password:', '? Repeat the password:']) {
        await shell.waitFor(question);
        shell.type(`${password}\r`);
      }
    }
  }
  await shell.waitFor(/consentId/);
  await shell.waitFor(/local:\S+\s+command +setup/);

  expect(blocks).toHaveLength(4);
  expect(shell.screen()).toMatch(/newsletter: published as version 1, PID 1\n/);
  expect(shell.screen()).toMatch(/\{"consentId":"[0-9a-f]{32}","consentInformationVersionId":"[0-9a-f]{32}"/);
  await service.stop();
});

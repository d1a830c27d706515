import { expect, test } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { read, service, settings, type, useEmptyService } from './admin-service.ts';
import { run } from './command.ts';

useEmptyService();

test('exit codes pass through npm, which runs the command where the person is', async () => {
  const npm = ['run', '--silent', 'admin', '--'];
  const outcomes = await Promise.all([
    run('npm', [...npm, 'account', 'show', 'nobody', '--local'], settings()),
    run('npm', [...npm, 'acount', 'list', '--local'], settings()),
    run('bash', ['-c', 'cd docs && npm run --silent admin -- notice preview ../demo/nowhere']),
    run('npx', ['consent-register', '--version']),
  ]);

  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([3, 2, 3, 0]);
  expect(outcomes[1]?.stderr).toContain("unknown command 'acount'\n(Did you mean account?)");
  expect(outcomes[2]?.stderr).toContain('../demo/nowhere: this folder does not exist. Check the path.');
  expect(outcomes[3]?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a port where no register answers is one clear line', async () => {
  const port = await findFreePort();
  expect(await run(process.execPath, ['cli/bin.js', 'account', 'list', '--local'], settings(port))).toEqual({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringMatching(`^consent-register: No local service runs on port ${port}\\. [^\n]+\n$`),
  });
});

test('Ctrl-C at the first question of setup changes nothing', async () => {
  const terminal = type('setup');
  await terminal.waitFor(`On the local service at ${service.baseUrl}\n`);
  await terminal.waitFor('Name of the account');
  terminal.press('Ctrl-C');

  expect(await terminal.ended).toBe(130);
  expect(await read('account', 'list')).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { service, settings, useEmptyService } from '../e2e/admin-service.ts';
import { run } from '../e2e/command.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { logIn as logInToDemo, post } from '../e2e/http.ts';
import { repository, startService } from '../e2e/service.ts';
import { newFolder } from '../support/make/machine.ts';

useEmptyService();

const call = (...words: readonly string[]) => run(process.execPath, ['cli/bin.js', ...words, '--local'], settings());

/** A command with something on its standard input. */
const pipe = async (input: string, ...words: readonly string[]) => {
  const child = spawn(process.execPath, ['cli/bin.js', ...words, '--local'], {
    cwd: repository,
    env: personalEnvironment(settings()),
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, stdout, stderr };
};

const logIn = (email: string, password: string) => post(`${service.baseUrl}/login`, { email, password });

test('a script sets up an account without a question', async () => {
  const answers = ['--account', 'My Shop', '--user', 'Ada', '--email', 'ada@shop.example', '--project', 'my-shop'];

  const asked = await call('setup');
  expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
  expect(asked.stderr).toContain('In a script, give --account, --user, --email, --project.');

  const { exitCode, stdout, stderr } = await run(
    'npm',
    ['run', '--silent', 'admin', '--', 'setup', ...answers, '--generate-password', '--json', '--local'],
    settings(),
  );
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: '',
  });
  const made = JSON.parse(stdout);
  expect(made).toMatchObject({ userId: 1, projectUid: 'my-shop', apiUrl: service.baseUrl });
  expect((await logIn('ada@shop.example', made.password)).status).toBe(200);
});

test('a password comes over standard input as it is, less the end of its line', { timeout: 120_000 }, async () => {
  const password = ' пароль из слов, да ';
  const change = (input: string) => pipe(input, 'user', 'password', 'ada@shop.example', '--password-stdin', '--yes');

  for (const end of ['', '\n', '\r\n']) {
    const changed = `${password}${end.length}`;
    expect(await change(changed + end)).toMatchObject({ exitCode: 0 });
    expect((await logIn('ada@shop.example', changed)).status).toBe(200);
  }
  for (const input of ['', 'short\n', 'a line of words\nand another line', 'Correct-Horse-Battery-Staple\n']) {
    const refused = await change(input);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/consent-register: (?:A|This|The) password [^\n]+\n$/);
  }
  expect((await logIn('ada@shop.example', `${password}2`)).status).toBe(200);
});

test('the exit code is the same where nobody reads messages', async () => {
  const lines = ['account list --nowhere', 'account show nobody --local', 'account show nobody --local --json'].map(
    (words) =>
      `exec 3>&1; { sleep 0.1; '${process.execPath}' cli/bin.js ${words} 2>&1 >/dev/null; echo $? >&3; } | true`,
  );
  const unread = lines.map((line) => run('bash', ['-c', line], settings()));

  expect((await Promise.all(unread)).map(({ stdout }) => stdout)).toEqual(['2\n', '3\n', '3\n']);
});

test('a rotated key signs, and still does after a restart', async () => {
  const kidOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const directory = newFolder();
  const before = await startService({ DATA_DIR: directory });
  const first = (await logInToDemo(before.baseUrl)).access_token;
  const rotate = ['key', 'rotate', '--yes', '--json', '--local'];

  const { stdout } = await run(process.execPath, ['cli/bin.js', ...rotate], settings(before.port));
  const [superseded, current] = JSON.parse(stdout);
  expect(superseded).toMatchObject({ kid: kidOf(first), state: 'verifies' });
  expect(current).toMatchObject({ state: 'signs' });
  const retire = ['key', 'retire', superseded.kid, '--yes', '--local'];
  expect(await run(process.execPath, ['cli/bin.js', ...retire], settings(before.port))).toMatchObject({ exitCode: 4 });
  await before.stop();
  const after = await startService({ DATA_DIR: directory });

  expect(kidOf((await logInToDemo(after.baseUrl)).access_token)).toBe(current.kid);
  expect(await post(`${after.baseUrl}/details`, {}, first)).toMatchObject({ status: 200 });
  await after.stop();
});

test('a command takes what Node.js compiled for the one before', async () => {
  const directory = newFolder();
  const words = `NODE_DEBUG_NATIVE=COMPILE_CACHE '${process.execPath}' cli/bin.js --version`;

  const usual = await run('sh', ['-c', `unset NODE_COMPILE_CACHE; ${words}`]);
  const chosen = await run('sh', ['-c', words], { NODE_COMPILE_CACHE: directory });

  expect(usual.stderr).toContain('/node_modules/.cache/compiled/');
  expect(chosen.stderr).toContain(directory);
});

import { expect, test } from 'vitest';
import { email, read, service, settings, type, useEmptyService } from '../e2e/admin-service.ts';
import { run } from '../e2e/command.ts';
import { post } from '../e2e/http.ts';
import type { Terminal } from '../e2e/terminal.ts';
import { openTerminal } from '../e2e/terminal.ts';

const password = 'Grüße, größer als alle';

useEmptyService();

const answer = async (terminal: Terminal, question: string, ...answers: readonly string[]): Promise<void> => {
  for (const text of answers) {
    await terminal.waitFor(question);
    terminal.type(text);
    terminal.press('Enter');
  }
};

test('setup asks for what it needs, and again for what is wrong, and its login line works', async () => {
  const terminal = type('setup');

  await terminal.waitFor(`On the local service at ${service.baseUrl}\n`);
  await terminal.waitFor('Name of the account');
  terminal.press('Enter');
  await terminal.waitFor('A name must not be empty.');
  terminal.type('My Shop\r');
  await answer(terminal, 'Name of its first user', 'Ada Rossi');
  await terminal.waitFor('Email of the user');
  terminal.type('ada\r');
  await terminal.waitFor('An email must look like name@shop.example.');
  terminal.type('@shop.example\r');
  await terminal.waitFor('UID of its first project');
  terminal.type('my shop\r');
  await terminal.waitFor('A UID has up to 128 letters');
  terminal.type(`${'\u007f'.repeat(5)}-shop\r`);
  await answer(terminal, '? Password:', 'short');
  await terminal.waitFor('A password needs at least 15 characters');
  await answer(terminal, '? Password:', password);
  await answer(terminal, '? Repeat the password:', `${password}!`);
  await terminal.waitFor('The passwords differ.');
  await answer(terminal, '? Password:', password);
  await answer(terminal, '? Repeat the password:', password);

  expect(await terminal.ended).toBe(0);
  expect(terminal.screen()).not.toContain(password);
  expect(await read('user', 'list')).toMatchObject([{ id: 1, name: 'Ada Rossi', email, enabled: true }]);
  expect(await read('project', 'list')).toMatchObject([{ uid: 'my-shop', name: 'My Shop' }]);

  const [, line = ''] = /^login +(.+)$/m.exec(terminal.screen()) ?? [];
  const shell = openTerminal('bash', ['--norc', '--noprofile', '-c', line]);
  await answer(shell, 'Password: ', password);
  expect(await shell.ended).toBe(0);
  expect(shell.screen()).toMatch(/"access_token":"[\w.-]+"/);
});

test('Ctrl-C or Ctrl-D at a question changes nothing and leaves the terminal as it was', async () => {
  const before = [await read('operations', 'list'), await read('user', 'list')];
  const questions: readonly (readonly [words: readonly string[], question: string, key: 'Ctrl-C' | 'Ctrl-D'])[] = [
    [['user', 'create', 'Bo', 'bo@shop.example'], '? Password:', 'Ctrl-C'],
    [['user', 'create', 'Bo', 'bo@shop.example'], '? Password:', 'Ctrl-D'],
    [['user', 'disable', email], 'Go on?', 'Ctrl-C'],
  ];
  for (const [words, question, key] of questions) {
    const command = [process.execPath, 'cli/bin.js', ...words, '--local'].map((word) => `'${word}'`).join(' ');
    const shell = openTerminal('bash', ['--norc', '--noprofile', '-c', `${command}; echo "code $?"; stty -a`], {
      settings: settings(),
    });
    await shell.waitFor(question);
    shell.press(key);
    await shell.waitFor('consent-register: Interrupted; nothing was changed.');
    await shell.waitFor('code 130');
    await shell.waitFor(/ echo /);
    await shell.ended;
  }

  expect([await read('operations', 'list'), await read('user', 'list')]).toEqual(before);
});

test('a refused password is typed anew, and what was typed is not kept', async () => {
  const terminal = type('user', 'create', 'Bo', 'bo@shop.example');
  await answer(terminal, '? Password:', 'short');
  await terminal.waitFor('A password needs at least 15 characters');
  await answer(terminal, '? Password:', 'Correct-Horse-Battery-Staple');
  await terminal.waitFor('This password is easy to guess');
  await answer(terminal, '? Password:', password);
  await answer(terminal, '? Repeat the password:', password);

  expect(await terminal.ended).toBe(0);
  expect(await post(`${service.baseUrl}/login`, { email: 'bo@shop.example', password })).toMatchObject({ status: 200 });
});

test('what ends sessions asks first, with the stage and how many', async () => {
  const question = `User 1 on the local service at ${service.baseUrl} can no longer sign in, and 1 session ends. Go on?`;

  const no = type('user', 'disable', email);
  await no.waitFor(question);
  no.press('Enter');
  await no.waitFor('consent-register: Not confirmed; nothing was changed.');
  expect(await no.ended).toBe(4);
  expect(await read('user', 'show', email)).toMatchObject({ enabled: true, sessions: 1 });

  const yes = type('user', 'disable', email, '--reason', 'left');
  await yes.waitFor(question);
  yes.type('y\r');
  expect(await yes.ended).toBe(0);
  expect(await read('user', 'show', email)).toMatchObject({ enabled: false, sessions: 0 });
  expect((await read('operations', 'list'))[0]).toMatchObject({ command: 'user disable', reason: 'left' });
});

test('colours are for terminals alone', async () => {
  const words = ['notice', 'publish', 'cli/local/demo/demo-shop/newsletter', '--check'];
  const sequence = '\u001b[';

  const shown = type(...words);
  expect(await shown.ended).toBe(6);
  expect(shown.raw()).toContain(`${sequence}32m+validityDays: 365${sequence}39m`);

  const plain = openTerminal(process.execPath, ['cli/bin.js', ...words, '--local'], {
    settings: { ...settings(), NO_COLOR: '1' },
  });
  expect(await plain.ended).toBe(6);
  expect(plain.raw()).not.toContain(`${sequence}32m`);

  const piped = await run(process.execPath, ['cli/bin.js', ...words, '--local'], settings());
  expect(piped).toMatchObject({ exitCode: 6, stdout: expect.not.stringContaining(sequence) });
  expect(piped.stdout).toContain('+validityDays: 365\n');
});

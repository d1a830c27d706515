import { expect, test } from 'vitest';
import { read, service, type, useEmptyService } from './admin-service.ts';

useEmptyService();

test('Ctrl-C at the first question of init changes nothing', async () => {
  const terminal = type('init');
  await terminal.waitFor(`On the local service at ${service.baseUrl}\n`);
  await terminal.waitFor('Name of the account');
  terminal.press('Ctrl-C');

  expect(await terminal.ended).toBe(130);
  expect(await read('account', 'list')).toEqual([]);
});

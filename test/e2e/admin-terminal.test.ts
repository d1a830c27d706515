import { expect, test } from 'vitest';
import { email, read, service, type, useEmptyService } from './admin-service.ts';

useEmptyService();

test('what ends sessions asks first, with the stage and how many', async () => {
  const question = `User 1 on the local service at ${service.baseUrl} can no longer sign in, and 1 sessions end. Go on?`;

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
  expect((await read('log', 'list'))[0]).toMatchObject({ command: 'user disable', reason: 'left' });
});

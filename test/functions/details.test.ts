import { expect, test } from 'vitest';
import { send } from '../support/call/invoke.ts';
import { newTenant } from '../support/make/builders.ts';

test('answers with the user of the token', async () => {
  const { token, userId, email } = await newTenant();
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

  const { status, body } = await send('details', {}, { token });

  expect(status).toBe(200);
  expect(Object.entries(body)).toEqual([
    ['id', userId],
    ['name', 'A User'],
    ['email', email],
    ['email_verified_at', timestamp],
    ['created_at', timestamp],
    ['updated_at', timestamp],
  ]);
});

test('works for an account that is not set up for the consent register', async () => {
  const { token } = await newTenant({ enabled: false });

  expect(await send('details', {}, { token })).toMatchObject({ status: 200 });
});

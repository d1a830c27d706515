import { expect, test } from 'vitest';
import { hashPassword } from '../../shared/identity/passwords.ts';
import { changePassword, enableUser } from '../../shared/identity/user.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { recordCalls } from '../support/call/requests.ts';
import { newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { setTime } from '../support/make/clock.ts';
import { table } from '../support/make/table.ts';

const refresh = (refreshToken: string) => invoke('refreshToken', { refresh_token: refreshToken });
const details = (token: string) => send('details', {}, { token });

const refused = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer' },
  body: {
    code: 'refresh-token.invalid',
    detail: 'The refresh token is unknown, expired or already used. Log in again.',
  },
};

test('exchanges a refresh token for a new token set', async () => {
  const tenant = await newTenant();

  const { status, body } = await refresh(tenant.refreshToken);

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['token_type', 'expires_in', 'access_token', 'refresh_token']);
  expect(body.refresh_token).not.toBe(tenant.refreshToken);
  expect(await details(body.access_token)).toMatchObject({ status: 200, body: { id: tenant.userId } });
  expect(await refresh(body.refresh_token)).toMatchObject({ status: 200 });
});

test('reads the user, then takes one conditional update', async () => {
  const tenant = await newTenant();

  const { calls } = await recordCalls(() => refresh(tenant.refreshToken));

  expect(calls).toEqual(['GetItem', 'UpdateItem']);
});

test('has exactly one winner among parallel callers, and the session lives on', async () => {
  for (let round = 0; round < 10; round += 1) {
    const tenant = await newTenant();

    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(tenant.refreshToken)));

    const winners = replies.filter(({ status }) => status === 200).map(({ body }) => body.refresh_token);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(19);
    expect(await refresh(winners.join())).toMatchObject({ status: 200 });
  }
});

test('ends after thirty days, counted anew at each refresh', async () => {
  setTime('2026-11-01T12:00:00Z');
  const tenant = await newTenant();
  setTime('2026-12-01T11:59:59Z');
  const { status, body } = await refresh(tenant.refreshToken);
  expect(status).toBe(200);
  setTime('2026-12-31T11:59:59Z');

  expect(await refresh(body.refresh_token)).toMatchObject(refused);
});

test.each([
  ['a disabled user', (userId: number) => enableUser(table, userId, false, changeAt())],
  [
    'a new password',
    async (userId: number) => changePassword(table, userId, await hashPassword('a new password'), changeAt()),
  ],
])('%s ends all sessions at once', async (_case, end) => {
  const tenant = await newTenant();
  await details(tenant.token);

  expect(await end(tenant.userId)).toBe(true);

  expect(await details(tenant.token)).toMatchObject({ status: 401, body: { code: 'session.ended' } });
  expect(await refresh(tenant.refreshToken)).toMatchObject(refused);
});

import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { enableUser } from '../../shared/identity/user.ts';
import { invoke } from '../support/call/invoke.ts';
import { recordCalls } from '../support/call/requests.ts';
import { newTenant, signIn } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { forge, newForgeKey } from '../support/make/forge.ts';
import { table } from '../support/make/table.ts';

const ended = { status: 401, body: { code: 'session.ended' } };

test('ends the session at once, for the access token and the refresh token', async () => {
  const { token, refreshToken } = await newTenant();

  expect(await invoke('logout', {}, { token })).toMatchObject({ status: 200, body: {} });

  expect(await invoke('details', {}, { token })).toMatchObject(ended);
  expect(await invoke('refreshToken', { refresh_token: refreshToken })).toMatchObject({ status: 401 });
});

test('is one write, and says nothing of the session: one that has ended gets the same answer', async () => {
  const { token } = await newTenant();
  await invoke('details', {}, { token });

  const first = await recordCalls(() => invoke('logout', {}, { token }));
  const second = await recordCalls(() => invoke('logout', {}, { token }));

  expect([first.calls, second.calls]).toEqual([['UpdateItem'], ['UpdateItem']]);
  expect(second.result).toMatchObject({ status: 200, body: first.result.body });
});

test('ends no other session of the user', async () => {
  const { token, userId } = await newTenant();
  const other = await signIn(userId);

  await invoke('logout', {}, { token });

  expect(await invoke('details', {}, { token: other.token })).toMatchObject({ status: 200 });
});

test('works for a user who was disabled in the meantime', async () => {
  const { token, userId } = await newTenant();
  await enableUser(table, userId, false, changeAt());

  expect(await invoke('logout', {}, { token })).toMatchObject({ status: 200, body: {} });
});

test('reads the keys first where the container does not know them yet', async () => {
  setTime(new Date());
  const { token } = await newTenant();
  passTime(10 * 60_000);

  const { result, calls } = await recordCalls(() => invoke('logout', {}, { token }));

  expect(result.status).toBe(200);
  expect(calls).toEqual(['BatchGetItem', 'UpdateItem']);
});

test.each([
  ['no token', () => undefined, 'token.missing'],
  ["another's signature", (token: string) => forge(newForgeKey(), decodeJwt(token)), 'token.invalid'],
  [
    'a changed session',
    (token: string) => token.replace(/\.[^.]*\./, (part) => `${part.slice(0, 20)}A${part.slice(21)}`),
    'token.invalid',
  ],
] as const)('refuses %s, and ends nothing', async (_case, change, code) => {
  const { token } = await newTenant();

  expect(await invoke('logout', {}, { token: change(token) })).toMatchObject({ status: 401, body: { code } });
  expect(await invoke('details', {}, { token })).toMatchObject({ status: 200 });
});

test('refuses a token that has expired', async () => {
  setTime(new Date());
  const { token } = await newTenant();
  passTime(3_601_000);

  expect(await invoke('logout', {}, { token })).toMatchObject({ status: 401, body: { code: 'token.expired' } });
});

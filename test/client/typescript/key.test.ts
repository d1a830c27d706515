import { expect, test } from 'vitest';
import { createClient } from '../../../client/typescript/index.ts';
import { endKey } from '../../../shared/identity/machine-keys.ts';
import { newKey, newTenant } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { table } from '../../support/make/table.ts';
import { startFaultyProxy } from '../faulty-proxy.ts';
import { consentOf } from './tenant.ts';

const proxy = await startFaultyProxy();
const { baseUrl } = proxy;

test('a client with a key logs in and refreshes never, and says when the key has ended', async () => {
  const tenant = await newTenant();
  const { token, keyId } = await newKey(tenant);
  const client = createClient({ baseUrl, key: `${token}\n` });

  const { consentId } = await client.addConsent(consentOf(tenant));
  expect((await client.details()).id).toBe(tenant.userId);
  await client.revokeConsent({ id: consentId, proof: { url: 'https://shop.example/account' } });
  const notAllowed = { status: 403, code: 'key.not-allowed' };
  await expect(client.logout()).rejects.toMatchObject(notAllowed);
  await expect(client.changePassword({ currentPassword: 'x', newPassword: 'y' })).rejects.toMatchObject(notAllowed);
  for (const renewal of [client.login(), client.refreshToken(), client.login({ email: 'x', password: 'y' })]) {
    await expect(renewal).rejects.toMatchObject({ code: 'tokens.missing', detail: expect.stringContaining('key') });
  }

  await endKey(table, { id: tenant.userId, accountId: tenant.accountId }, keyId, changeAt());
  const calls = proxy.count('/details');
  await expect(client.details()).rejects.toMatchObject({ status: 401, code: 'key.ended' });
  expect(proxy.count('/details')).toBe(calls + 1);
  expect([proxy.count('/login'), proxy.count('/refresh-token')]).toEqual([0, 0]);
});

test('a wrong key is asked for once, and one of another form never', async () => {
  const { token } = await newKey(await newTenant());
  const calls = proxy.count('/details');
  for (const wrong of [token.slice(0, -1), `"${token}"`, `${token}\r\nx: y`, '']) {
    const make = () => createClient({ baseUrl, key: wrong });
    expect(make).toThrow('A key is crk_ and 80 letters and digits.');
    if (wrong !== '') expect(make).not.toThrow(wrong);
  }
  const damaged = createClient({ baseUrl, key: `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` });
  await expect(damaged.details()).rejects.toMatchObject({ code: 'token.invalid' });
  expect(proxy.count('/details')).toBe(calls + 1);
});

test('a program without what it reads a key from learns that a key is needed', async () => {
  await expect(createClient({ baseUrl, key: undefined } as never).details()).rejects.toThrow('Give a key, email');
  expect(() => createClient({ baseUrl, key: null } as never)).toThrow('A key is crk_ and 80 letters and digits.');
});

test('a key comes alone', () => {
  const key = `crk_${'a'.repeat(80)}`;
  const store = { load: () => null, save: () => {} };

  expect(() => createClient({ baseUrl, key, email: 'x', password: 'y' } as never)).toThrow('Give a key, or');
  expect(() => createClient({ baseUrl, key, store } as never)).toThrow('Give a key, or');
});

import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { lifetimes } from '../../shared/api/limits.ts';
import { startCold } from '../support/call/functions.ts';
import { startFaultySecretsManager } from '../support/faults/faulty-service.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { password } from '../support/make/password.ts';

const secretsManager = await startFaultySecretsManager();
const { newTenant } = await import('../support/make/builders.ts');

const { signingKeySeconds, signingKeySecondsLongest, signingKeyRetrySeconds } = lifetimes;

/** Containers of both functions that sign, which read their key at noon. */
const startContainer = async () => {
  setTime('2026-11-20T12:00:00Z');
  await startCold();
  const { invoke } = await import('../support/call/invoke.ts');
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
  const { email } = await newTenant();
  const login = () => invoke('login', { email, password });
  let { body } = await login();
  ({ body } = await invoke('refreshToken', { refresh_token: body.refresh_token }));
  return {
    login,
    refresh: async () => {
      const reply = await invoke('refreshToken', { refresh_token: body.refresh_token });
      if (reply.status === 200) body = reply.body;
      return reply;
    },
    details: (token: string) => invoke('details', {}, { token }),
  };
};

beforeEach(() => {
  secretsManager.mode = 'sound';
});

test.each(['failing', 'silent'] as const)(
  'while Secrets Manager is %s, a container signs with the key it has, for an hour from its reading',
  async (mode) => {
    const { login, refresh, details } = await startContainer();
    secretsManager.mode = mode;
    for (const seconds of [signingKeySeconds, 1_000, 1_000, signingKeySecondsLongest - signingKeySeconds - 2_001]) {
      passTime(seconds * 1_000);
      const { status, body } = await login();
      expect(status).toBe(200);
      expect(await details(body.access_token)).toMatchObject({ status: 200 });
      expect(await refresh()).toMatchObject({ status: 200 });
    }
    secretsManager.mode = 'failing';
    passTime(1_000);

    expect(await login()).toMatchObject({ status: 503 });
    expect(await refresh()).toMatchObject({ status: 503 });
    secretsManager.mode = 'sound';
    expect(await login()).toMatchObject({ status: 200 });
    expect(await refresh()).toMatchObject({ status: 200 });
  },
);

test('it tries again after some seconds and not at each call, and logs each time that it could not', async () => {
  const { login } = await startContainer();
  secretsManager.mode = 'failing';
  passTime(signingKeySeconds * 1_000);
  await login();
  const { calls } = secretsManager;
  for (let i = 0; i < 20; i += 1) expect(await login()).toMatchObject({ status: 200 });
  passTime(signingKeyRetrySeconds * 1_000 - 1);
  expect(await login()).toMatchObject({ status: 200 });

  expect(secretsManager.calls).toBe(calls);
  passTime(1);
  await login();
  expect(secretsManager.calls).toBeGreaterThan(calls);
  const unread = vi.mocked(console.warn).mock.calls.filter(([line]) => line.code === 'signing-key.unread');
  expect(unread).toEqual(Array(2).fill([expect.objectContaining({ name: 'InternalServiceError' })]));
});

test('calls at once ask once', async () => {
  const { login } = await startContainer();
  passTime(signingKeySeconds * 1_000);
  const { calls } = secretsManager;

  await Promise.all(Array.from({ length: 5 }, login));

  expect(secretsManager.calls).toBe(calls + 1);
});

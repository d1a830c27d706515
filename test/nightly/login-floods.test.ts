import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { lifetimes, limits } from '../../shared/api/limits.ts';
import {
  guessTimes,
  login,
  loginAttemptsOnEmail,
  loginAttemptsOnEmailFromSite,
  newAddress,
  right,
  timeout,
} from '../functions/login-flood.ts';
import { adminData } from '../support/call/admin.ts';
import type { Reply } from '../support/call/invoke.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant } from '../support/make/builders.ts';
import { passTime, setTime } from '../support/make/clock.ts';

const { loginWindowSeconds, loginWindowSecondsLongest } = lifetimes;

/** So many windows that the longest one is long reached. */
const windows = 8;

/** Attackers' addresses, so many that they fill what an email has room for. */
const botnet = Array.from({ length: loginAttemptsOnEmail / loginAttemptsOnEmailFromSite }, (_, i) => `192.0.2.${i}`);

/** A server that logged in once, and keeps its refresh token. */
const startServer = ({ refreshToken }: Tenant) => {
  let kept = refreshToken;
  return async (): Promise<void> => {
    const { status, body } = await invoke('refreshToken', { refresh_token: kept });
    expect(status).toBe(200);
    kept = body.refresh_token;
    expect(await invoke('details', {}, { token: body.access_token })).toMatchObject({ status: 200 });
  };
};

const retryAfter = ({ headers }: Reply): number => Number(headers['retry-after']);

/** Waits until the last window that refused somebody is over. */
const waitFor = (replies: readonly Reply[]): void =>
  passTime(Math.max(...replies.map(retryAfter).filter(Number.isFinite)) * 1_000);

/** The right password is right for all, without bcrypt's time. */
beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  const shortened = createHash('sha384').update(right).digest('base64');
  vi.spyOn(bcrypt, 'compare').mockImplementation(async (password) => password === shortened);
});

test('many addresses keep a user out at a new address, never at a known one, until an operator allows the address', {
  timeout,
}, async () => {
  const victim = await newTenant();
  const home = newAddress();
  const refresh = startServer(victim);
  await login(victim.email, home);
  let guesses = 0;
  const fill = async (): Promise<void> => {
    for (const address of botnet) {
      const replies = await guessTimes(loginAttemptsOnEmailFromSite, () => victim.email, address);
      guesses += replies.filter(({ status }) => status === 401).length;
    }
  };
  const started = Date.now();
  for (let window = 0; window < windows; window += 1) {
    await fill();
    const refused = await login(victim.email, newAddress());
    expect(refused).toMatchObject({ status: 429 });
    expect(await login(victim.email, home)).toMatchObject({ status: 200 });
    await refresh();
    waitFor([refused]);
  }
  expect(guesses).toBe(windows * loginAttemptsOnEmail);
  expect(Date.now() - started).toBe((31 * loginWindowSeconds + 3 * loginWindowSecondsLongest) * 1_000);

  await fill();
  const office = newAddress();
  expect(await login(victim.email, office)).toMatchObject({ status: 429 });
  const allowed = await adminData('user', 'allow-address', victim.email, office);

  expect(allowed).toEqual({
    userId: victim.userId,
    address: office,
    knownUntil: new Date(Date.now() + lifetimes.knownAddressSeconds * 1_000).toISOString(),
  });
  expect(await login(victim.email, office)).toMatchObject({ status: 200 });
  expect(await login(victim.email, newAddress())).toMatchObject({ status: 429 });
});

test(
  'logins of a user give no more guesses to others at the same known address',
  async () => {
    const { email } = await newTenant();
    const office = newAddress();
    expect(await login(email, office)).toMatchObject({ status: 200 });
    const rounds = 40;
    let looked = 0;
    for (let i = 0; i < rounds; i += 1) {
      const guesses = await guessTimes(9, () => email, office);
      looked += guesses.filter(({ status }) => status === 401).length;
      await invoke('login', { email, password: right }, { sourceIp: office });
      passTime(loginWindowSeconds * 1_000);
    }

    // Windows of 1, 2, 4, 8, 16 and 32 minutes are over or open by then.
    expect(looked).toBeLessThanOrEqual(6 * limits.loginAttemptsAtKnownAddress);
  },
  timeout,
);

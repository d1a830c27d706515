import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import type { StoreAnswer, StoreCall } from '../support/faults/store-proxy.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { password } from '../support/make/password.ts';

const store = await startStoreProxy();
const { newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

const { loginAttemptsOnEmailFromSite, loginAttemptsAtKnownAddress } = limits;

/** The engine does the work of each update, then the connection breaks, and the SDK repeats the call. */
const loseAnswers = (): void => {
  const lost = new Set<string>();
  store.intercept = async ({ name, input, forward }: StoreCall): Promise<StoreAnswer | undefined> => {
    const write = JSON.stringify(input);
    if (name !== 'UpdateItem' || lost.has(write)) return forward();
    lost.add(write);
    await forward();
    return undefined;
  };
};

const login = (email: string, sourceIp: string) => invoke('login', { email, password }, { sourceIp });

const loginTimes = async (count: number, email: string, sourceIp: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await login(email, sourceIp)).status);
  return statuses;
};

const decide = (matches: boolean) => vi.spyOn(bcrypt, 'compare').mockImplementation(async () => matches);

beforeEach(() => {
  store.intercept = undefined;
});

test('a wrong password counts once', async () => {
  const { email } = await newTenant();
  decide(false);
  loseAnswers();

  expect(await loginTimes(loginAttemptsOnEmailFromSite + 1, email, '192.0.2.1')).toEqual([
    ...Array(loginAttemptsOnEmailFromSite).fill(401),
    429,
  ]);
});

test('a wrong password at a known address counts once', async () => {
  const { email } = await newTenant();
  decide(true);
  await login(email, '192.0.2.2');
  decide(false);
  loseAnswers();

  expect(await loginTimes(loginAttemptsAtKnownAddress + 1, email, '192.0.2.2')).toEqual([
    ...Array(loginAttemptsAtKnownAddress).fill(401),
    429,
  ]);
});

test('the right password is taken back once', async () => {
  const { email } = await newTenant();
  decide(false);
  expect(await loginTimes(2, email, '192.0.2.3')).toEqual([401, 401]);
  decide(true);
  loseAnswers();
  expect(await login(email, '192.0.2.3')).toMatchObject({ status: 200 });
  decide(false);
  const elsewhere = '192.0.2.4';

  expect(await loginTimes(loginAttemptsOnEmailFromSite + 1, email, elsewhere)).toEqual([
    ...Array(loginAttemptsOnEmailFromSite).fill(401),
    429,
  ]);
});

test('a refresh token is exchanged once, for one that works', async () => {
  const { refreshToken } = await newTenant();
  loseAnswers();

  const { status, body } = await invoke('refreshToken', { refresh_token: refreshToken });

  expect(status).toBe(200);
  expect(await invoke('refreshToken', { refresh_token: body.refresh_token })).toMatchObject({ status: 200 });
});

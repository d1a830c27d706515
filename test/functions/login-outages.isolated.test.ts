import bcrypt from 'bcryptjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import { startCold } from '../support/call/functions.ts';
import { startFaultySecretsManager } from '../support/faults/faulty-service.ts';
import type { StoreAnswer, StoreCall } from '../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import { password } from '../support/make/password.ts';

const store = await startStoreProxy();
const secretsManager = await startFaultySecretsManager();
const { newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

const tries = 30;

beforeEach(() => {
  store.intercept = undefined;
  secretsManager.mode = 'sound';
});

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `192.0.2.${addresses}`;
};

const signIn = (email: string, sourceIp: string) => invoke('login', { email, password }, { sourceIp });

const signInTimes = async (count: number, email: string, sourceIp: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await signIn(email, sourceIp)).status);
  return statuses;
};

const isTakeBack = ({ input }: Pick<StoreCall, 'input'>): boolean =>
  /DELETE attemptIds|REMOVE attemptIds/.test(String(input.UpdateExpression));

const failing =
  (fails: (call: StoreCall) => boolean) =>
  async (call: StoreCall): Promise<StoreAnswer> =>
    fails(call) ? storeError(500, 'InternalServerError') : call.forward();

describe.each(['a new address', 'a known address'])('the right password from %s', (place) => {
  const prepare = async (): Promise<{ email: string; address: string }> => {
    const { email } = await newTenant();
    const address = newAddress();
    if (place === 'a known address') expect(await signIn(email, address)).toMatchObject({ status: 200 });
    vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
    return { email, address };
  };

  test.each<[string, (call: StoreCall) => boolean]>([
    ['the user cannot be read', ({ name }) => name === 'GetItem'],
    ['the session cannot be written', ({ name }) => name === 'PutItem'],
  ])('is taken as soon as the store is back, however often it was tried while %s', async (_fault, fails) => {
    const { email, address } = await prepare();
    store.intercept = failing(fails);
    expect(await signInTimes(tries, email, address)).toEqual(Array(tries).fill(503));
    store.intercept = undefined;

    expect(await signIn(email, address)).toMatchObject({ status: 200 });
  });

  test('is not counted where only some of the counters can be written', async () => {
    const { email, address } = await prepare();
    let turn = 0;
    store.intercept = failing(({ name, input }) => {
      if (name !== 'UpdateItem' || isTakeBack({ input })) return false;
      turn += 1;
      return place === 'a known address' || turn > 1;
    });
    const statuses = await signInTimes(1, email, address);
    store.intercept = undefined;

    expect(statuses).toEqual([503]);
    vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
    const room = place === 'a known address' ? limits.loginAttemptsAtKnownAddress : limits.loginAttemptsOnEmailFromSite;
    expect(await signInTimes(room, email, address)).toEqual(Array(room).fill(401));
  });

  test('is taken while it cannot be taken back, and stays counted until the window is over', async () => {
    const { email, address } = await prepare();
    store.intercept = failing(isTakeBack);
    expect(await signIn(email, address)).toMatchObject({ status: 200 });
    store.intercept = undefined;

    vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
    const room = place === 'a known address' ? limits.loginAttemptsAtKnownAddress : limits.loginAttemptsOnEmailFromSite;
    expect(await signInTimes(room, email, address)).toEqual([...Array(room - 1).fill(401), 429]);
    expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ code: 'login.attempt-kept' }));
  });
});

describe('Secrets Manager fails, in a container without a key', () => {
  test('the right password is taken as soon as it is back, however often it was tried', async () => {
    const { email } = await newTenant();
    const address = newAddress();
    await startCold();
    const cold = await import('../support/call/invoke.ts');
    const login = () => cold.invoke('login', { email, password }, { sourceIp: address });
    secretsManager.mode = 'failing';
    const statuses: number[] = [];
    for (let i = 0; i < tries; i += 1) statuses.push((await login()).status);
    secretsManager.mode = 'sound';

    expect(statuses).toEqual(Array(tries).fill(503));
    expect(await login()).toMatchObject({ status: 200 });
  });
});

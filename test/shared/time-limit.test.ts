import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { listProjects } from '../../shared/contract.ts';
import { lifetimes } from '../../shared/lifetimes.ts';
import { queryItems } from '../../shared/store/query.ts';
import { encoders } from '../support/encode.ts';
import { toEvent } from '../support/event.ts';
import { startStoreProxy } from '../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, consentOf, newTenant } = await import('../support/builders.ts');
const { invoke } = await import('../support/invoke.ts');
const { operation } = await import('../../shared/operation.ts');

beforeEach(() => {
  proxy.intercept = undefined;
});

/** Leaves the functions a second and a half before they must answer: enough for the calls that do not hang, on a busy machine too. */
const remaining = lifetimes.answerSeconds * 1_000 + 1_500;

/** From now on calls of a name are never answered; returns the names of all calls. */
const hang = (name: string): string[] => {
  const calls: string[] = [];
  proxy.intercept = async (call) => {
    calls.push(call.name);
    return call.name === name ? new Promise(() => {}) : call.forward();
  };
  return calls;
};

const expectTimeLimit = (command: string): void => {
  const line = { code: 'store.unavailable', name: 'TimeLimit', store: 'DynamoDB', command };
  expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.objectContaining(line)]]);
  expect(console.info).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'request.end', status: 503 }));
};

const unavailable = { status: 503, headers: { 'retry-after': '1' }, body: { code: 'store.unavailable' } };

test.each([
  ['at the token', 'BatchGetItem', {}],
  ['at the write', 'PutItem', {}],
  ['at the transaction', 'TransactWriteItems', { 'idempotency-key': 'a' }],
])('a store that hangs %s: 503 before the function is ended', async (_place, command, headers) => {
  const tenant = await newTenant();
  await addConsent(tenant);
  hang(command);
  const sending = { token: tenant.token, remaining: 2_500, headers };
  const end = sleep(sending.remaining - 100, 'Lambda ends the function', { ref: false });

  expect(await Promise.race([end, invoke('addConsent', consentOf(tenant), sending)])).toMatchObject(unavailable);
  expectTimeLimit(command);
});

test.each([
  ['the list', 'Query'],
  ['who calls', 'BatchGetItem'],
])('a search of which %s hangs: 503 before the function is ended', async (_what, command) => {
  const tenant = await newTenant();
  await addConsent(tenant);
  hang(command);
  const sought = { userData: { email: 'ada@example.com' } };

  expect(await invoke('searchConsents', sought, { token: tenant.token, remaining })).toMatchObject(unavailable);
  expectTimeLimit(command);
});

test('what was begun beside the read of who calls ends with the call as well', async () => {
  const { token } = await newTenant();
  let begun: Promise<unknown> = Promise.resolve();
  const run = operation(listProjects, () => new Promise(() => {}), {
    begins: (_request, { table }) => {
      begun = queryItems(table, { PK: 'x', SK: 'x' }, { limit: 1 });
      return begun;
    },
  });
  hang('Query');
  const context = { ...newLambdaContext('x'), getRemainingTimeInMillis: () => remaining };

  const { statusCode } = await run(toEvent('listProjects', encoders.json({}), { token }), context);

  expect(statusCode).toBe(503);
  await expect(begun).rejects.toMatchObject({ name: 'AbortError' });
});

test('what was stopped does not go on in the next call', async () => {
  const tenant = await newTenant();
  const calls: string[] = [];
  let answer = (): void => {};
  proxy.intercept = async ({ name, forward }) => {
    calls.push(name);
    if (name === 'BatchGetItem') await new Promise<void>((resolve) => (answer = resolve));
    return forward();
  };
  expect(await invoke('addConsent', consentOf(tenant), { token: tenant.token, remaining })).toMatchObject(unavailable);

  answer();
  await sleep(500);

  expect(calls).toEqual(['BatchGetItem']);
});

test('a refresh that was stopped does not come back as a theft', async () => {
  const tenant = await newTenant();
  hang('UpdateItem');
  const refresh = (refreshToken: string, sending = {}) =>
    invoke('refreshToken', { refresh_token: refreshToken }, sending);
  expect(await refresh(tenant.refreshToken, { remaining })).toMatchObject(unavailable);
  expectTimeLimit('UpdateItem');
  proxy.intercept = undefined;
  const { body: second } = await refresh(tenant.refreshToken);
  const { body: third } = await refresh(second.refresh_token);

  await sleep(4_000); // The SDK repeats a call that was not answered after three seconds.

  expect(await invoke('details', {}, { token: third.access_token })).toMatchObject({ status: 200 });
});

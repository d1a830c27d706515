import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { Common, readAtFirstCall } from '../../../functions/environment.ts';
import { listProjects } from '../../../shared/api/contract.ts';
import { lifetimes } from '../../../shared/api/limits.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { encoders, toEvent } from '../../support/call/event.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, consentOf, newTenant } = await import('../../support/make/builders.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { operation } = await import('../../../shared/api/stack.ts');

beforeEach(() => {
  proxy.intercept = undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

/** Less than the three seconds after which the SDK repeats a call that was not answered. */
const [remaining, patience] = [lifetimes.answerSeconds * 1_000 + 1_500, 1_500];

/**
 * From now on calls of a name are never answered, and timers stand still.
 *
 * @param beside another call of the same round
 * @returns waits for that call, and for the answer to the one beside it, and lets the time pass until a function must answer
 */
const hang = (name: string, beside?: string): (() => Promise<void>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  if (beside === undefined) answered.resolve();
  proxy.intercept = async (call) => {
    if (call.name !== name) {
      const answer = await call.forward();
      if (call.name === beside) answered.resolve();
      return answer;
    }
    begun.resolve();
    return new Promise(() => {});
  };
  return async () => {
    await Promise.all([begun.promise, answered.promise]);
    await sleep(100);
    vi.advanceTimersByTime(patience);
  };
};

/** The answer to a call of a function while one of its calls to the store hangs. */
const answerTo = async <Answer>(passTime: () => Promise<void>, call: () => Promise<Answer>): Promise<Answer> => {
  const answered = call();
  await passTime();
  return answered;
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
  const passTime = hang(command);
  const sending = { token: tenant.token, remaining, headers };

  expect(await answerTo(passTime, () => invoke('addConsent', consentOf(tenant), sending))).toMatchObject(unavailable);
  expectTimeLimit(command);
});

test.each([
  ['the list', 'Query', 'BatchGetItem'],
  ['who calls', 'BatchGetItem', 'Query'],
])('a search whose %s hangs: 503 before the function is ended', async (_what, command, beside) => {
  const tenant = await newTenant();
  await addConsent(tenant);
  const passTime = hang(command, beside);
  const sought = { userData: { email: 'ada@example.com' } };
  const sending = { token: tenant.token, remaining };

  expect(await answerTo(passTime, () => invoke('searchConsents', sought, sending))).toMatchObject(unavailable);
  expectTimeLimit(command);
});

test('what was begun beside the read of who calls ends with the call as well', async () => {
  const { token } = await newTenant();
  let begun: Promise<unknown> = Promise.resolve();
  const run = operation(listProjects, readAtFirstCall(Common), {
    begins: (_request, { table }) => {
      begun = queryItems(table, { PK: 'x', SK: 'x' }, { limit: 1 });
      return begun;
    },
    steps: () => new Promise<never>(() => {}),
  });
  const passTime = hang('Query');
  const context = { ...newLambdaContext('x'), getRemainingTimeInMillis: () => remaining };
  const event = toEvent('listProjects', encoders.json({}), { token });

  const { statusCode } = await answerTo(passTime, () => run(event, context));

  expect(statusCode).toBe(503);
  await expect(begun).rejects.toMatchObject({ name: 'AbortError' });
});

test('what was stopped does not go on in the next call', async () => {
  const tenant = await newTenant();
  const passTime = hang('BatchGetItem');
  const { intercept } = proxy;
  const calls: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  proxy.intercept = async (call) => {
    calls.push(call.name);
    await Promise.race([answered, intercept?.(call)]);
    return call.forward();
  };
  const sending = { token: tenant.token, remaining };
  expect(await answerTo(passTime, () => invoke('addConsent', consentOf(tenant), sending))).toMatchObject(unavailable);

  answer();
  await sleep(100);

  expect(calls).toEqual(['BatchGetItem']);
});

test('a refresh that was stopped does not come back as a theft', async () => {
  const tenant = await newTenant();
  const passTime = hang('UpdateItem');
  const refresh = (refreshToken: string, sending = {}) =>
    invoke('refreshToken', { refresh_token: refreshToken }, sending);
  expect(await answerTo(passTime, () => refresh(tenant.refreshToken, { remaining }))).toMatchObject(unavailable);
  expectTimeLimit('UpdateItem');
  proxy.intercept = undefined;
  const { body: second } = await refresh(tenant.refreshToken);
  const { body: third } = await refresh(second.refresh_token);

  vi.advanceTimersByTime(4_000); // The SDK repeats a call that was not answered after three seconds.
  await sleep(100);

  expect(await invoke('details', {}, { token: third.access_token })).toMatchObject({ status: 200 });
});

import { describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../cli/local/loopback.ts';
import type { ConnectionOptions } from '../../../client/typescript/connection.ts';
import type { LoginOptions } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant } from '../../support/make/builders.ts';
import { password } from '../../support/make/password.ts';
import { busy, faults, page, problem, untilTheEnd, watchPauses } from '../faulty-calls.ts';
import type { Fault, ProxiedRequest } from '../faulty-proxy.ts';
import { answerWith, startFaultyProxy } from '../faulty-proxy.ts';
import { consentOf, tokensOf } from './tenant.ts';

const proxy = await startFaultyProxy();
const { baseUrl } = proxy;

const clientOf = (tenant: Tenant, options: Partial<ConnectionOptions> & Pick<LoginOptions, 'store'> = {}) =>
  createClient({ baseUrl, store: tokensOf(tenant), ...options });

const once =
  (fault: Fault): Fault =>
  (request) =>
    request.count === 1 ? fault(request) : request.forward();

const countConsents = async (tenant: Tenant, email: string): Promise<number> => {
  proxy.fault = ({ forward }) => forward();
  return (await clientOf(tenant).searchConsents({ userData: { email } })).totalResults;
};

/** Requests that are not repetitions of others, with their key and to the byte. */
const countDifferent = (): number =>
  new Set(proxy.requests.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size;

describe.each(Object.entries(faults))('a request %s', (_, fault) => {
  test('is repeated with its key, and recorded once', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant, { timeout: 1_000 });
    proxy.fault = once(fault);
    const { consentId } = await client.addConsent(consentOf(tenant));
    expect(proxy.requests.length).toBeGreaterThan(1);
    expect(countDifferent()).toBe(1);
    const { time } = await client.revokeConsent({ id: consentId, proof: { url: 'https://shop.example/account' } });
    expect(countDifferent()).toBe(2);

    expect(await countConsents(tenant, 'ada@example.com')).toBe(1);
    const { data } = await client.searchConsents({ id: consentId, userData: {}, first: true });
    expect(data?.revokeTime).toBe(time);
  });
});

test('a call that gave up can be repeated with its key', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant, { attempts: 1 });
  proxy.fault = once(faults['breaks after the service'] ?? (async () => undefined));
  const error = await client.addConsent(consentOf(tenant)).catch((reason: unknown) => reason);
  if (!(error instanceof ConsentRegisterError)) throw error;
  expect(error).toMatchObject({ code: 'connection.failed', status: undefined });
  await client.addConsent(consentOf(tenant), { idempotencyKey: error.idempotencyKey });

  expect(await countConsents(tenant, 'ada@example.com')).toBe(1);
});

test('a key of the caller makes two calls one; for another request it is a problem', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant);
  const sameKey = { idempotencyKey: 'order-4711' };
  const first = await client.addConsent(consentOf(tenant), sameKey);
  expect(await client.addConsent(consentOf(tenant), sameKey)).toEqual(first);

  await expect(client.addConsent(consentOf(tenant, { lang: 'ita' }), sameKey)).rejects.toMatchObject({
    status: 409,
    code: 'idempotency-key.reused',
    ...sameKey,
  });
  expect(proxy.requests).toHaveLength(3);
});

describe('how long it tries', () => {
  test('waits as long as Retry-After says, in seconds or as a date', async () => {
    const tenant = await newTenant();
    const times: number[] = [];
    const pauses = watchPauses();
    proxy.fault = async ({ count, forward }) => {
      times.push(performance.now());
      if (count === 1) return busy({ 'retry-after': '1' });
      if (count === 2) return busy({ 'retry-after': new Date(Date.now() + 2_000).toUTCString() });
      return forward();
    };
    await clientOf(tenant).details();
    const [first = 0, second = 0, third = 0] = times;

    expect(second - first).toBeGreaterThanOrEqual(995);
    expect(pauses).toHaveLength(2);
    expect(pauses[0]?.milliseconds).toBeLessThan(2_000);
    expect(third - second).toBeGreaterThanOrEqual(900);
  });

  test.each(['-5', '1.5', '2', '120, 60', 'soon', 'tomorrow', '2099-10-21T07:28:00Z', ''])(
    'takes %j for a time only if it is seconds or a date of HTTP',
    async (value) => {
      proxy.fault = async () => busy({ 'retry-after': value });

      await expect(clientOf(await newTenant(), { attempts: 1 }).details()).rejects.toMatchObject({
        code: 'store.unavailable',
        retryAfter: value === '2' ? 2_000 : undefined,
      });
    },
  );

  test.each([
    ['as often as attempts says', { attempts: 3 }, { 'retry-after': '0' }, 3],
    ['not past totalTime', { totalTime: 29_900 }, { 'retry-after': '30' }, 1],
    ['5 times by default', {}, { 'retry-after': '0' }, 5],
  ])('%s', async (_name, patience, headers, requests) => {
    proxy.fault = async () => busy(headers);
    const pauses = watchPauses();

    await expect(clientOf(await newTenant(), patience).details()).rejects.toMatchObject({
      status: 503,
      code: 'store.unavailable',
      detail: 'Try again.',
      requestId: 'r-1',
      retryAfter: Number(headers['retry-after']) * 1_000,
    });
    expect(proxy.requests).toHaveLength(requests);
    expect(pauses).toHaveLength(requests - 1);
    for (const { milliseconds } of pauses) expect(milliseconds).toBeLessThanOrEqual(200);
  });

  test.each([400, 403, 404, 409, 413, 415, 422])('never repeats a %d', async (status) => {
    proxy.fault = async () => answerWith(status, problem(status, 'some.code'), { 'retry-after': '0' });

    await expect(clientOf(await newTenant()).details()).rejects.toMatchObject({ status, code: 'some.code' });
    expect(proxy.requests).toHaveLength(1);
  });

  test('a service that does not answer', async () => {
    proxy.fault = async () => {
      await untilTheEnd();
      return undefined;
    };
    const client = clientOf(await newTenant(), { timeout: 100, attempts: 2 });

    await expect(client.details()).rejects.toMatchObject({ code: 'connection.timeout', status: undefined });
    expect(proxy.requests).toHaveLength(2);
  });

  test('a service that is not there', async () => {
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    const client = clientOf(await newTenant(), { baseUrl: nowhere, attempts: 2 });

    await expect(client.details()).rejects.toMatchObject({
      code: 'connection.failed',
      message: `connection.failed: The service at ${nowhere} cannot be reached, or the connection broke.`,
      cause: expect.any(TypeError),
    });
  });

  test('a login that is throttled for longer than it has patience', async () => {
    const tenant = await newTenant();
    proxy.fault = async () => answerWith(429, problem(429, 'login.throttled'), { 'retry-after': '61' });
    const client = createClient({ baseUrl, email: tenant.email, password });

    await expect(client.details()).rejects.toMatchObject({ code: 'login.throttled', retryAfter: 61_000 });
    expect(proxy.requests).toHaveLength(1);
  });
});

describe('abort', () => {
  const reason = new Error('The visitor left.');

  test('ends a request', async () => {
    const tenant = await newTenant();
    const controller = new AbortController();
    let isHeld = true;
    proxy.fault = async ({ forward }) => {
      await forward();
      controller.abort(reason);
      await untilTheEnd();
      isHeld = false;
      return undefined;
    };
    const longer = { timeout: 100_000, totalTime: 100_000 };
    const call = clientOf(tenant, longer).addConsent(consentOf(tenant), { signal: controller.signal });

    await expect(call).rejects.toBe(reason);
    expect(isHeld).toBe(true);
    expect(proxy.requests).toHaveLength(1);
  });

  test('ends a pause', async () => {
    const tenant = await newTenant();
    const controller = new AbortController();
    const pauses = watchPauses();
    proxy.fault = async () => busy({ 'retry-after': '30' });
    const call = clientOf(tenant).addConsent(consentOf(tenant), { signal: controller.signal });
    const ended = expect(call).rejects.toBe(reason);
    await vi.waitUntil(() => pauses.length > 0, { timeout: 20_000 });
    controller.abort(reason);

    await ended;
    expect(pauses).toEqual([{ milliseconds: expect.any(Number), isOver: false }]);
    expect(proxy.requests).toHaveLength(1);
  });

  test('before the call asks nobody', async () => {
    const signal = AbortSignal.abort(reason);
    const tenant = await newTenant();

    await expect(clientOf(tenant).details({ signal })).rejects.toBe(reason);
    const client = createClient({ baseUrl, email: tenant.email, password });
    await expect(client.addConsent(consentOf(tenant), { signal })).rejects.toBe(reason);
    await expect(client.login(undefined, { signal })).rejects.toBe(reason);
    await expect(client.refreshToken(undefined, { signal })).rejects.toBe(reason);
    expect(proxy.requests).toEqual([]);
  });

  test('leaves nothing behind on a signal that lives on', async () => {
    const tenant = await newTenant();
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListener) => {
      listeners.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: EventListener) => {
      listeners.delete(listener);
      remove(type, listener);
    };
    proxy.fault = once(async () => busy({ 'retry-after': '0' }));
    await createClient({ baseUrl, email: tenant.email, password }).details({ signal });

    expect(listeners).toEqual(new Set());
  });

  test('ends a search between two pages', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant);
    await Promise.all([client.addConsent(consentOf(tenant)), client.addConsent(consentOf(tenant))]);
    const controller = new AbortController();
    const search = client.searchAll({ userData: { email: 'ada@example.com' }, perPage: 1 }, controller);
    await search.next();
    controller.abort(reason);

    await expect(search.next()).rejects.toBe(reason);
  });
});

describe('an answer that is not the service’s', () => {
  const unexpected = { name: 'ConsentRegisterError', code: 'answer.unexpected' };

  test.each<[string, Fault, number, string]>([
    ['a page', async () => answerWith(200, page), 200, '200 with text/html'],
    ['a page that forbids', async () => answerWith(403, page), 403, '403 with text/html'],
    [
      'JSON that is cut off',
      async () => ({ ...answerWith(200, {}), body: '{"id": 1' }),
      200,
      '200 with application/json',
    ],
    ['other JSON', async () => answerWith(200, { message: 'hello' }), 200, '200 with application/json'],
    ['a list', async () => answerWith(200, [1]), 200, '200 with application/json'],
    ['nothing', async () => ({ status: 204, body: '' }), 204, '204 with no media type'],
    [
      'another route of API Gateway',
      async () => answerWith(404, { message: 'Not Found' }),
      404,
      '404 with application/json',
    ],
    ['a redirection', async () => answerWith(301, '', { location: 'https://example.com/' }), 301, '301 with text/html'],
  ])('%s', async (_name, fault, status, said) => {
    proxy.fault = fault;

    await expect(clientOf(await newTenant()).details()).rejects.toMatchObject({
      ...unexpected,
      status,
      detail: `The answer to /details is ${said} and not the service's: check baseUrl and what is in between.`,
    });
    expect(proxy.requests).toHaveLength(1);
  });

  test('to a login', async () => {
    proxy.fault = async () => answerWith(200, page);
    const { email } = await newTenant();

    await expect(createClient({ baseUrl, email, password }).details()).rejects.toMatchObject(unexpected);
    expect(proxy.requests).toHaveLength(1);
  });
});

test('an error has no token, password or data of a person', async () => {
  const tenant = await newTenant();
  const seen: ProxiedRequest[] = [];
  proxy.fault = async (request) => {
    seen.push(request);
    return answerWith(500, page);
  };
  const error = await clientOf(tenant)
    .addConsent(consentOf(tenant))
    .catch((reason: unknown) => reason);
  const told = JSON.stringify(error) + String(error instanceof Error ? error.stack : '');

  expect(seen).toHaveLength(1);
  for (const secret of [tenant.token, tenant.refreshToken, 'ada@example.com']) expect(told).not.toContain(secret);
});

import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LoginOptions, TokenSet } from '../../../client/typescript/index.ts';
import { createClient } from '../../../client/typescript/index.ts';
import { hashPassword } from '../../../shared/identity/passwords.ts';
import { changePassword, endAllSessions } from '../../../shared/identity/user.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant, signIn } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { password } from '../../support/make/password.ts';
import { table } from '../../support/make/table.ts';
import { answerWith, startFaultyProxy } from '../faulty-proxy.ts';
import { consentOf, tokensOf } from './tenant.ts';

const proxy = await startFaultyProxy();
const { baseUrl } = proxy;

const hour = 60 * 60 * 1_000;
const many = Array.from({ length: 50 }, (_, i) => i);

const clientOf = ({ email }: Tenant, options: Partial<LoginOptions> = {}) =>
  createClient({ baseUrl, email, password, ...options });

const useUp = (refreshToken: string) => createClient({ baseUrl }).refreshToken({ refresh_token: refreshToken });

const countRenewals = () => ({ logins: proxy.count('/login'), refreshes: proxy.count('/refresh-token') });

describe('one at a time', () => {
  test('50 calls of a new client log in once', async () => {
    const client = clientOf(await newTenant());
    const users = await Promise.all(many.map(() => client.details()));

    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 0 });
    expect(proxy.count('/details')).toBe(50);
  });

  test('50 calls with an expired token refresh it once', async () => {
    setTime(new Date());
    const tenant = await newTenant();
    const store = tokensOf(tenant);
    const client = clientOf(tenant, { store });
    passTime(2 * hour);
    const consents = await Promise.all(many.map(() => client.addConsent(consentOf(tenant))));

    expect(countRenewals()).toEqual({ logins: 0, refreshes: 1 });
    expect(store.saved).toHaveLength(2);
    expect(new Set(consents.map(({ consentId }) => consentId)).size).toBe(50);
    expect((await client.searchConsents({ userData: { email: 'ada@example.com' } })).totalResults).toBe(50);
  });

  test('50 explicit logins are one, and so are 50 refreshes', async () => {
    const client = clientOf(await newTenant());
    await Promise.all(many.map(() => client.login()));
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 0 });
    await Promise.all(many.map(() => client.refreshToken()));
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 1 });
  });

  test('a login with other credentials waits for what runs, and follows it', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const client = clientOf(mine);
    let running = 0;
    let most = 0;
    proxy.fault = async ({ forward }) => {
      running += 1;
      most = Math.max(most, running);
      return forward().finally(() => {
        running -= 1;
      });
    };
    await Promise.all([client.login(), client.login({ email: other.email, password })]);

    expect(most).toBe(1);
    expect(await client.details()).toMatchObject({ email: other.email });
  });
});

describe('a refresh token that cannot be used', () => {
  test('was used before: 50 calls log in once', async () => {
    setTime(new Date());
    const tenant = await newTenant();
    await useUp(tenant.refreshToken);
    passTime(2 * hour);
    const client = clientOf(tenant, { store: tokensOf(tenant) });
    await Promise.all(many.map(() => client.details()));

    expect(countRenewals()).toEqual({ logins: 1, refreshes: 2 });
  });

  test('was used before, and there are no credentials: gives up with the problem', async () => {
    setTime(new Date());
    const tenant = await newTenant();
    await useUp(tenant.refreshToken);
    passTime(2 * hour);
    const client = createClient({ baseUrl, store: tokensOf(tenant) });
    const results = await Promise.allSettled(many.map(() => client.addConsent(consentOf(tenant))));

    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      many.map(() => 'refresh-token.invalid'),
    );
    expect(countRenewals()).toEqual({ logins: 0, refreshes: 2 });
  });

  test('never was one: logs in', async () => {
    const tenant = await newTenant();
    const store = tokensOf({ token: 'nonsense', refreshToken: 'nonsense' });

    expect(await clientOf(tenant, { store }).details()).toMatchObject({ email: tenant.email });
    expect(store.saved).toHaveLength(2);
  });
});

describe('the password changed in the meantime', () => {
  const change = async ({ userId }: Tenant): Promise<string> => {
    const changed = 'another, longer password';
    await changePassword(table, userId, await hashPassword(changed), changeAt());
    return changed;
  };

  test('to what the client knows: it logs in, once for 50 calls', async () => {
    const tenant = await newTenant();
    const client = createClient({
      baseUrl,
      email: tenant.email,
      password: await change(tenant),
      store: tokensOf(tenant),
    });
    const answers = await Promise.all(many.map(() => client.addConsent(consentOf(tenant))));

    expect(new Set(answers.map(({ consentId }) => consentId)).size).toBe(50);
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 1 });
  });

  test('to what it does not know: it tries once and gives up with the problem', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant, { store: tokensOf(tenant) });
    await change(tenant);
    const results = await Promise.allSettled(many.map(() => client.details()));

    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      many.map(() => 'credentials.invalid'),
    );
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 1 });
  });

  test('to what it does not know: who is refused after that tries no more, and who calls later does', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant, { store: tokensOf(tenant) });
    await change(tenant);
    const { promise: hasFailed, resolve: fail } = Promise.withResolvers<void>();
    proxy.fault = async ({ path, count, forward }) => {
      if (path === '/details' && count === 2) await hasFailed;
      return forward();
    };
    const invalid = { code: 'credentials.invalid' };
    const [first, second] = [client.details(), client.details()];
    await expect(first).rejects.toMatchObject(invalid);
    fail();
    await expect(second).rejects.toMatchObject(invalid);
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 1 });

    await expect(client.details()).rejects.toMatchObject(invalid);
    expect(countRenewals()).toEqual({ logins: 2, refreshes: 2 });
  });

  test('and the caller logs in with the new one', async () => {
    const tenant = await newTenant();
    const client = createClient({ baseUrl, store: tokensOf(tenant) });
    const changed = await change(tenant);
    await expect(client.details()).rejects.toMatchObject({ code: 'refresh-token.invalid' });
    await client.login({ email: tenant.email, password: changed });

    expect(await client.details()).toMatchObject({ email: tenant.email });
  });
});

test('an ended session: logs in again in the middle of a search', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant, { store: tokensOf(tenant) });
  await Promise.all([1, 2, 3].map(() => client.addConsent(consentOf(tenant))));
  const found: string[] = [];
  for await (const { id } of client.searchAll({ userData: { email: 'ada@example.com' }, perPage: 1 })) {
    found.push(id);
    await endAllSessions(table, tenant.userId, changeAt());
  }

  expect(new Set(found).size).toBe(3);
  expect(countRenewals()).toEqual({ logins: 2, refreshes: 2 });
});

test('the answer of a refresh is lost: logs in', async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const client = clientOf(tenant, { store: tokensOf(tenant) });
  proxy.fault = async ({ path, count, forward }) => {
    const answer = await forward();
    return path === '/refresh-token' && count === 1 ? undefined : answer;
  };
  passTime(2 * hour);

  expect(await client.details()).toMatchObject({ email: tenant.email });
  expect(countRenewals()).toEqual({ logins: 1, refreshes: 2 });
});

test('a service that accepts no token is asked a few times only', async () => {
  const tenant = await newTenant();
  proxy.fault = async ({ path, forward }) =>
    path === '/details'
      ? answerWith(401, { type: '', title: '', status: 401, detail: 'No.', code: 'token.expired', requestId: 'r' })
      : forward();

  await expect(clientOf(tenant).details()).rejects.toMatchObject({ code: 'token.expired', requestId: 'r' });
  expect(proxy.count('/details')).toBe(3);
  expect(countRenewals()).toEqual({ logins: 1, refreshes: 2 });
});

describe('a store', () => {
  test('lets tokens survive a restart', async () => {
    const tenant = await newTenant();
    const store = tokensOf(tenant);
    await clientOf(tenant, { store }).refreshToken();
    await clientOf(tenant, { store }).details();

    expect(countRenewals()).toEqual({ logins: 0, refreshes: 1 });
  });

  test('that is empty, with null: logs in and saves', async () => {
    const saved: TokenSet[] = [];
    const save = async (tokens: TokenSet): Promise<void> => {
      saved.push(tokens);
    };
    await clientOf(await newTenant(), { store: { load: async () => null, save } }).details();

    expect(saved).toHaveLength(1);
  });

  test('gives what another process has saved, also when that has expired since', async () => {
    setTime(new Date());
    const tenant = await newTenant();
    const store = tokensOf(tenant);
    const [one, other] = [clientOf(tenant, { store }), clientOf(tenant, { store })];
    await one.details();
    await other.refreshToken();
    passTime(hour / 2);
    await one.details();
    expect(countRenewals()).toEqual({ logins: 0, refreshes: 1 });

    passTime(2 * hour);
    await other.details();
    passTime(2 * hour);
    await one.details();
    expect(countRenewals()).toEqual({ logins: 0, refreshes: 3 });
  });

  test('into which another process saves while the refresh is refused', async () => {
    setTime(new Date());
    const tenant = await newTenant();
    const store = tokensOf(tenant);
    const client = createClient({ baseUrl, store });
    passTime(2 * hour);
    proxy.fault = async ({ path, count, forward }) => {
      if (path === '/refresh-token' && count === 1) store.saved.push(...tokensOf(await signIn(tenant.userId)).saved);
      return path === '/refresh-token' ? answerWith(401, problemOf('refresh-token.invalid')) : forward();
    };

    expect(await client.details()).toMatchObject({ email: tenant.email });
  });

  const odd: readonly [string, unknown][] = [
    ['a line break in a token', { access_token: 'secret\r\nx-other: 1', refresh_token: 'r' }],
    ['other characters than ASCII in a token', { access_token: 'secret ü€', refresh_token: 'r' }],
    ['an empty token', { access_token: '', refresh_token: 'r' }],
    ['one token alone', { access_token: 'secret' }],
    ['the settings of another program', { name: 'secret' }],
    ['a list', ['secret']],
    ['an empty text', ''],
  ];

  test.each(odd)('that has %s: says what to do, and does not show it', async (_, kept) => {
    const store = { load: () => kept as TokenSet, save: () => {} };
    const failed = clientOf(await newTenant(), { store }).details();

    await expect(failed).rejects.toMatchObject({ name: 'ConsentRegisterError', code: 'tokens.unreadable' });
    await expect(failed).rejects.toThrow(/ Check where it keeps them, then delete what is there: /);
    await expect(failed).rejects.not.toThrow(/secret/);
    expect(proxy.requests).toEqual([]);
  });

  test.each(['', '{"access_token": "secret", "ref'])('whose file has only %j: says the same', async (text) => {
    const store = { load: async () => JSON.parse(text), save: () => {} };
    const failed = await clientOf(await newTenant(), { store })
      .details()
      .catch((error) => error);

    expect(failed).toMatchObject({ name: 'ConsentRegisterError', code: 'tokens.unreadable' });
    expect(inspect(failed, { depth: null })).not.toContain('secret');
    expect(proxy.requests).toEqual([]);
  });

  test('that cannot be read: passes the reason on, and the next call reads it again', async () => {
    const tenant = await newTenant();
    const reason = Object.assign(new Error('The disk is gone.'), { code: 'EIO' });
    let isGone = true;
    const { load, save } = tokensOf(tenant);
    const store = { load: () => (isGone ? Promise.reject(reason) : load()), save };
    const client = createClient({ baseUrl, store });

    await expect(client.details()).rejects.toMatchObject({
      code: 'tokens.unreadable',
      detail: 'The store of the tokens cannot be read (EIO): see `cause`.',
      cause: reason,
    });
    isGone = false;
    expect(await client.details()).toMatchObject({ email: tenant.email });
  });

  test('that cannot save: the error is reported, the tokens are used', async () => {
    const tenant = await newTenant();
    const save = () => {
      throw new Error('The disk is full.');
    };
    const client = clientOf(tenant, { store: { load: () => undefined, save } });

    await expect(client.details()).rejects.toThrow('The disk is full.');
    await client.details();
    expect(countRenewals()).toEqual({ logins: 1, refreshes: 0 });
  });
});

const problemOf = (code: string) => ({ type: '', title: '', status: 401, detail: 'No.', code, requestId: 'r' });

test('without tokens and credentials says what to give, and asks nobody', async () => {
  await expect(createClient({ baseUrl }).details()).rejects.toMatchObject({
    code: 'tokens.missing',
    status: undefined,
  });
  await expect(createClient({ baseUrl }).refreshToken()).rejects.toMatchObject({ code: 'tokens.missing' });
  await expect(createClient({ baseUrl }).login()).rejects.toMatchObject({ code: 'tokens.missing' });
  expect(proxy.requests).toEqual([]);
});

test.each(['/login', '/refresh-token'])(
  'an answer to %s that has no usable token is not the service’s',
  async (path) => {
    const tenant = await newTenant();
    const answers = [
      { refresh_token: 'r' },
      { access_token: null, refresh_token: 'r' },
      { access_token: 'a b', refresh_token: 'r' },
    ];
    for (const body of answers) {
      const store = tokensOf(tenant);
      proxy.fault = async (request) => (request.path === path ? answerWith(200, body) : request.forward());
      const client = createClient({ baseUrl, email: tenant.email, password, store });
      const failed = path === '/login' ? client.login() : client.refreshToken();

      await expect(failed).rejects.toMatchObject({
        name: 'ConsentRegisterError',
        code: 'answer.unexpected',
        status: 200,
      });
      expect(store.saved).toHaveLength(1);
    }
  },
);

test('one caller aborts: the others have their login', async () => {
  const client = clientOf(await newTenant());
  const controller = new AbortController();
  const aborted = client.details({ signal: controller.signal });
  const other = client.details();
  controller.abort();

  await expect(aborted).rejects.toBe(controller.signal.reason);
  await expect(other).resolves.toBeDefined();
  expect(countRenewals()).toEqual({ logins: 1, refreshes: 0 });
});

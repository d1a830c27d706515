import jwt from 'jsonwebtoken';
import { expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { createKeyPair } from '../../shared/key-pair.ts';
import { enableConsentRegister } from '../../shared/store/account.ts';
import { endSession } from '../../shared/store/session.ts';
import { publishVerificationKey } from '../../shared/store/verification-key.ts';
import type { Tenant } from '../support/builders.ts';
import { newTenant } from '../support/builders.ts';
import { invoke, send } from '../support/invoke.ts';
import { recordCalls } from '../support/requests.ts';
import { table } from '../support/table.ts';

const operations = Object.keys(contract) as OperationName[];
const guarded = operations.filter((name) => contract[name].access !== 'anyone');
const register = operations.filter((name) => contract[name].access === 'consent-register');

const claimsOf = ({ token }: Tenant) => jwt.decode(token, { json: true }) ?? {};

const sign = (claims: object, { secret, kid }: { secret: string; kid: string }, header: object = {}): string =>
  jwt.sign(claims, JSON.parse(secret).privateKey, {
    algorithm: 'ES256',
    header: { alg: 'ES256', typ: 'at+jwt', kid, ...header },
  });

const invalid = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  body: { code: 'token.invalid' },
};

test('login and refresh-token alone work without a token', () => {
  expect(operations.filter((name) => !guarded.includes(name))).toEqual(['login', 'refreshToken']);
});

test.each(guarded)('%s refuses a call without a token before it looks at the body', async (operation) => {
  expect(await send(operation, { contentType: 'text/plain', body: Buffer.from('x') })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { code: 'token.missing' },
  });
});

test.each(register)(
  '%s refuses an account that is not set up for it, and only as long as it is not',
  async (operation) => {
    const { token, accountId } = await newTenant({ enabled: false });

    expect(await invoke(operation, {}, { token })).toMatchObject({
      status: 403,
      body: { code: 'account.consent-register-disabled' },
    });
    await enableConsentRegister(table, accountId, true);
    expect(await invoke(operation, {}, { token })).toMatchObject({ status: 422 });
  },
);

test.each(guarded)('%s refuses a token whose session was ended', async (operation) => {
  const tenant = await newTenant();
  await endSession(table, tenant.userId, claimsOf(tenant).sid, new Date());

  expect(await invoke(operation, {}, { token: tenant.token })).toMatchObject({
    status: 401,
    body: { code: 'session.ended' },
  });
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer a b',
  'Bearer a.b',
  'Bearer a.b.c,Bearer a.b.c',
  `Bearer ${'a'.repeat(3000)}.b.c`,
])('refuses the header %j', async (authorization) => {
  expect(await send('details', {}, { headers: { authorization } })).toMatchObject(invalid);
});

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

test.each([
  [{ typ: 'JWT' }, 'x'],
  [{ typ: 'JWT' }, ''],
  [{ typ: 'at+jwt', alg: 'ES256', kid: 'a' }, 'null'],
  [{ typ: 'at+jwt', alg: 'ES256', kid: 'a' }, '[]'],
  [null, '{}'],
  ['text', '{}'],
])('refuses a token of header %j and payload %j', async (header, payload) => {
  const token = `${base64url(JSON.stringify(header))}.${base64url(payload)}.AAAA`;

  expect(await send('details', {}, { headers: { authorization: `Bearer ${token}` } })).toMatchObject(invalid);
});

test('takes the scheme in any case (RFC 9110, section 11.1)', async () => {
  const { token } = await newTenant();

  expect(await send('details', {}, { headers: { authorization: `bearer ${token}` } })).toMatchObject({ status: 200 });
});

test('accepts a token of any published key and of no other', async () => {
  const tenant = await newTenant();
  const published = createKeyPair(new Date());
  await publishVerificationKey(table, published.verificationKey, new Date());
  const unpublished = createKeyPair(new Date());
  const claims = claimsOf(tenant);

  const token = sign(claims, { secret: published.secret, kid: published.verificationKey.kid });
  expect(await send('details', {}, { token })).toMatchObject({ status: 200 });

  const forgeries = [
    sign(claims, { secret: unpublished.secret, kid: unpublished.verificationKey.kid }),
    sign(claims, { secret: unpublished.secret, kid: published.verificationKey.kid }),
  ];
  for (const forgery of forgeries) expect(await send('details', {}, { token: forgery })).toMatchObject(invalid);
});

test('refuses tokens that our key signed but that are not access tokens of this service', async () => {
  const tenant = await newTenant();
  const { secret, verificationKey } = createKeyPair(new Date());
  await publishVerificationKey(table, verificationKey, new Date());
  const key = { secret, kid: verificationKey.kid };
  const claims = claimsOf(tenant);
  const { exp: _exp, ...endless } = claims;
  const wrong = [
    sign({ ...claims, iss: 'another' }, key),
    sign({ ...claims, aud: 'another' }, key),
    sign(endless, key),
    sign({ ...claims, sub: 'x' }, key),
    sign({ ...claims, sid: '../USER' }, key),
    sign(claims, key, { typ: 'JWT' }),
    sign(claims, key, { crit: ['exp'] }),
    `${sign(claims, key).split('.').slice(0, 2).join('.')}.AAAA`,
    jwt.sign(claims, 'secret', { algorithm: 'HS256', header: { alg: 'HS256', typ: 'at+jwt', kid: key.kid } }),
    jwt.sign(claims, null, { algorithm: 'none', header: { alg: 'none', typ: 'at+jwt', kid: key.kid } }),
  ];
  expect(await send('details', {}, { token: sign(claims, key) })).toMatchObject({ status: 200 });

  for (const token of wrong) expect(await send('details', {}, { token })).toMatchObject({ ...invalid });
});

test('a token cannot be turned to another account, user or session', async () => {
  const [mine, theirs] = [await newTenant(), await newTenant()];
  const { secret, verificationKey } = createKeyPair(new Date());
  await publishVerificationKey(table, verificationKey, new Date());
  const key = { secret, kid: verificationKey.kid };
  const [claims, other] = [claimsOf(mine), claimsOf(theirs)];

  for (const change of [{ acc: other.acc }, { sid: other.sid }, { sub: other.sub }]) {
    expect(await send('details', {}, { token: sign({ ...claims, ...change }, key) })).toMatchObject({
      status: 401,
      body: { code: 'session.ended' },
    });
  }
});

test('a container that knows no key yet reads the keys in the same round trip', async () => {
  const { token } = await newTenant();
  vi.resetModules();
  const cold = await import('../support/invoke.ts');

  const { result, calls } = await recordCalls(() => cold.send('details', {}, { token }));

  expect(result.status).toBe(200);
  expect(calls).toEqual(['BatchGetItem']);
});

test('a forged token costs no read once the key is known', async () => {
  const { token } = await newTenant();
  await send('details', {}, { token });
  const forged = `${token.slice(0, -10)}AAAAAAAAAA`;

  const { result, calls } = await recordCalls(() => send('details', {}, { token: forged }));

  expect(result).toMatchObject(invalid);
  expect(calls).toEqual([]);
});

import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import { enableConsentRegister } from '../../../shared/identity/account.ts';
import { endSession } from '../../../shared/identity/session.ts';
import { invoke, send } from '../../support/call/invoke.ts';
import { recordCalls } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { forge, newForgeKey } from '../../support/make/forge.ts';
import { table } from '../../support/make/table.ts';

const operations = Object.keys(contract) as OperationName[];
const guarded = operations.filter((name) => contract[name].access !== 'anyone');
const forUsers = guarded.filter((name) => contract[name].access !== 'bearer');
const register = operations.filter((name) => contract[name].access === 'consent-register');

/** Those that need no parameter. */
const lists: readonly OperationName[] = [
  'listConsents',
  'listDueConsents',
  'listNotices',
  'listProjects',
  'getOverview',
  'listErasureRequests',
];

const claimsOf = ({ token }: Tenant) => decodeJwt<{ sid: string }>(token);

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

test.each(['', ' ', 'Bearer', 'bearer ', 'Bearer  '])('%j is no token', async (authorization) => {
  expect(await send('details', {}, { headers: { authorization } })).toMatchObject({
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
    await enableConsentRegister(table, accountId, true, changeAt());
    expect(await invoke(operation, {}, { token })).toMatchObject({ status: lists.includes(operation) ? 200 : 422 });
  },
);

test.each(forUsers)('%s refuses a token whose session was ended', async (operation) => {
  const tenant = await newTenant();
  await endSession(table, tenant.userId, claimsOf(tenant).sid, new Date());

  expect(await invoke(operation, {}, { token: tenant.token })).toMatchObject({
    status: 401,
    body: { code: 'session.ended' },
  });
});

test.each(['\0', '\n', '\r\n', '\r\nAuthorization: x', '\u0085', '\u2028', ' ', '\t'])(
  'refuses %j after the token, which no gateway should hand on',
  async (end) => {
    const { token } = await newTenant();
    const authorization = `Bearer ${token}${end}`;

    expect(await send('details', {}, { headers: { authorization } })).toMatchObject(invalid);
  },
);

test('verifies a token in full by a key that the container has only just read', async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const others = { ...newForgeKey(), kid: decodeProtectedHeader(tenant.token).kid ?? '' };
  const call = async (token: string, minutes: number) => {
    passTime(minutes * 60_000);
    const { result, calls } = await recordCalls(() => invoke('details', {}, { token }));
    return { status: result.status, code: result.body.code, calls };
  };

  const reading = ['BatchGetItem'];
  expect(await call(forge(others, claimsOf(tenant)), 6)).toEqual({
    status: 401,
    code: 'token.invalid',
    calls: reading,
  });
  expect(await call(tenant.token, 6)).toEqual({ status: 200, code: undefined, calls: reading });
  expect(await call(tenant.token, 60)).toEqual({ status: 401, code: 'token.expired', calls: reading });
});

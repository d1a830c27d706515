import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { enableConsentRegister } from '../../shared/identity/account.ts';
import { publishVerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import type { Role } from '../../shared/identity/user.ts';
import { changeRole, enableUser } from '../../shared/identity/user.ts';
import { keyOf } from '../../shared/store/keys.ts';
import type { Parameters } from '../support/call/event.ts';
import { startCold } from '../support/call/functions.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { recordCalls } from '../support/call/requests.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, consentOf, newTenant, signIn } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { forge, newForgeKey } from '../support/make/forge.ts';
import { password } from '../support/make/password.ts';
import { readAll } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const operations = Object.keys(contract) as OperationName[];
const writing = ['addConsent', 'revokeConsent', 'makeLinks', 'requestConfirmation'] as const;

const become = (tenant: Tenant, role: Role) =>
  changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, role, changeAt());

const newReader = async (): Promise<Tenant> => {
  const tenant = await newTenant();
  await become(tenant, 'reader');
  return tenant;
};

const revocation = (id: string): Parameters => ({ id, proof: { url: 'x' } });

const refused = { status: 403, body: { code: 'user.read-only' } };

const refusedToSender = { status: 403, body: { code: 'user.sender-only' } };

const claimsOf = (token: string) => decodeJwt(token);

test('recording, revoking, making links and asking for a confirmation alone write, or let somebody write, and say that they may refuse a reader', () => {
  expect(operations.filter((name) => 'writes' in contract[name])).toEqual(writing);
  expect(operations.filter((name) => problemsOf(contract[name]).includes('user.read-only'))).toEqual(writing);
});

test('a reader neither records nor revokes, nor makes links by which somebody may, and all else answers as to an editor', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const read = async () => ({
    found: (await invoke('searchConsents', { id: consentId, userData: '' }, tenant)).body,
    notices: (await invoke('getNotices', { pid: tenant.pid }, tenant)).body,
    details: { ...(await invoke('details', {}, tenant)).body, updated_at: '' },
  });
  const before = await read();
  await become(tenant, 'reader');
  const stored = await readAll();

  expect(await invoke('addConsent', consentOf(tenant), tenant)).toMatchObject(refused);
  expect(await invoke('revokeConsent', revocation(consentId), tenant)).toMatchObject(refused);
  const people = [{ email: 'ada@example.com' }];
  expect(await invoke('makeLinks', { pid: tenant.pid, people }, tenant)).toMatchObject(refused);
  expect(await invoke('requestConfirmation', consentOf(tenant), tenant)).toMatchObject(refused);

  expect(await readAll()).toEqual(stored);
  expect(await read()).toEqual(before);
  expect(before.found.data).toHaveLength(1);
  await become(tenant, 'editor');
  expect(await invoke('revokeConsent', revocation(consentId), tenant)).toMatchObject({ status: 200 });
});

test('the role is read with the user: a refusal takes the one round trip of every call', async () => {
  const tenant = await newReader();

  const { calls } = await recordCalls(() => invoke('addConsent', consentOf(tenant), tenant));

  expect(calls).toEqual(['BatchGetItem']);
});

test('a container that knows no key yet refuses a reader as well', async () => {
  const tenant = await newReader();
  await startCold();
  const cold = await import('../support/call/invoke.ts');

  expect(await cold.invoke('addConsent', consentOf(tenant), tenant)).toMatchObject(refused);
});

/** @param expression of an update of the user's item */
const change = ({ userId }: Tenant, expression: string, role?: unknown) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { PK: keyOf.user(userId).PK, SK: keyOf.user(userId).SK },
      UpdateExpression: expression,
      ExpressionAttributeNames: { '#role': 'role' },
      ...(role !== undefined && { ExpressionAttributeValues: { ':role': role } }),
    }),
  );

test.each(['admin', 'Editor', '', null, true, 7, ['editor'], { editor: true }])(
  'a user whose stored role is %j may do the least, and an operator gives another one',
  async (role) => {
    const tenant = await newTenant();
    await change(tenant, 'SET #role = :role', role);

    expect(await invoke('addConsent', consentOf(tenant), tenant)).toMatchObject(refusedToSender);
    expect(await invoke('searchConsents', { userData: { email: 'x' } }, tenant)).toMatchObject(refusedToSender);
    expect(await invoke('details', {}, tenant)).toMatchObject({ status: 200 });
    expect(claimsOf((await signIn(tenant.userId)).token).scope).toBe('consents:check');
    await become(tenant, 'editor');
    expect(await invoke('addConsent', consentOf(tenant), tenant)).toMatchObject({ status: 200 });
  },
);

test('what a token says of its user decides nothing', async () => {
  const reader = await newTenant();
  const written = claimsOf(reader.token);
  await become(reader, 'reader');
  const read = claimsOf((await signIn(reader.userId)).token);
  expect([written.scope, read.scope]).toEqual(['consents:read consents:write', 'consents:read']);
  const key = newForgeKey();
  await publishVerificationKey(table, key, new Date());
  const claims = [written, read, { ...read, scope: 'admin' }, { ...read, scope: undefined }];
  const statuses = () =>
    Promise.all(
      claims.map(async (each) => {
        const reply = await invoke('addConsent', consentOf(reader), { token: forge(key, each) });
        return reply.body.code ?? reply.status;
      }),
    );

  expect(await statuses()).toEqual(claims.map(() => 'user.read-only'));
  await become(reader, 'editor');
  expect(await statuses()).toEqual(claims.map(() => 200));
});

test('tokens of a login and of a refresh say what the user may do by then', async () => {
  const tenant = await newReader();
  const login = await invoke('login', { email: tenant.email, password });
  expect(claimsOf(login.body.access_token).scope).toBe('consents:read');
  await become(tenant, 'editor');

  const refreshed = await invoke('refreshToken', { refresh_token: login.body.refresh_token });

  expect(claimsOf(refreshed.body.access_token)).toMatchObject({
    scope: 'consents:read consents:write',
    sid: claimsOf(login.body.access_token).sid,
  });
  expect(await invoke('addConsent', consentOf(tenant), { token: refreshed.body.access_token })).toMatchObject({
    status: 200,
  });
});

test('what an editor recorded is not answered again to a reader, and again to an editor', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const repeat = () =>
    Promise.all([
      invoke('addConsent', consentOf(tenant), { ...tenant, headers: { 'idempotency-key': 'recorded' } }),
      invoke('revokeConsent', revocation(consentId), { ...tenant, headers: { 'idempotency-key': 'revoked' } }),
    ]);
  const first = await repeat();
  expect(first).toMatchObject([{ status: 200 }, { status: 200 }]);
  await become(tenant, 'reader');

  for (const reply of await repeat()) {
    expect(reply).toMatchObject(refused);
    expect(reply.headers).not.toHaveProperty('idempotent-replayed');
  }

  await become(tenant, 'editor');
  const again = await repeat();
  expect(again).toMatchObject(first.map(({ body }) => ({ body, headers: { 'idempotent-replayed': 'true' } })));
});

/** What an editor would be told of the body. */
const badBodies = [
  [400, { contentType: 'application/json', body: Buffer.from('{') }],
  [413, { contentType: 'application/json', body: Buffer.from(`"${'x'.repeat(1024 * 1024)}"`) }],
  [415, { contentType: 'text/plain', body: Buffer.from('x') }],
  [422, { contentType: 'application/json', body: Buffer.from('{}') }],
] as const;

test.each(badBodies)('a reader learns the role before what is wrong with a body (%s)', async (status, body) => {
  const tenant = await newTenant();
  for (const operation of writing) expect(await send(operation, body, tenant)).toMatchObject({ status });
  await become(tenant, 'reader');

  for (const operation of writing) expect(await send(operation, body, tenant)).toMatchObject(refused);
});

test.each(writing)('%s: the end of the session comes first, then the account, then the role', async (operation) => {
  const tenant = await newReader();
  const answered = async () => (await invoke(operation, {}, tenant)).body.code;

  expect(await answered()).toBe('user.read-only');
  await enableConsentRegister(table, tenant.accountId, false, changeAt());
  expect(await answered()).toBe('account.consent-register-disabled');
  await enableUser(table, tenant.userId, false, changeAt());
  expect(await answered()).toBe('session.ended');
});

/** Operations that look at who calls, and are not for senders. */
const closed = operations.filter(
  (name) => problemsOf(contract[name]).includes('user.sender-only') && !('forSenders' in contract[name]),
);
const open = ['login', 'details', 'refreshToken', 'checkPeople', 'makeLinks', 'logout'];

test('a sender may check whom to write to, make links, ask who it is, and begin, renew and end its session: nothing else', async () => {
  expect(operations.filter((name) => !closed.includes(name))).toEqual(open);
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await become(tenant, 'sender');
  const stored = await readAll();

  for (const operation of closed) {
    expect({ operation, ...(await invoke(operation, {}, tenant)) }).toMatchObject({ operation, ...refusedToSender });
  }
  expect(await invoke('searchConsents', { id: consentId, userData: '' }, tenant)).toMatchObject(refusedToSender);
  expect(await readAll()).toEqual(stored);

  const login = await invoke('login', { email: tenant.email, password });
  const refreshed = await invoke('refreshToken', { refresh_token: login.body.refresh_token });
  const { access_token: token } = refreshed.body;
  expect([login.body.access_token, token].map((each) => claimsOf(each).scope)).toEqual([
    'consents:check',
    'consents:check',
  ]);
  const people = [{ email: 'ada@example.com' }];
  expect(await invoke('checkPeople', { pid: tenant.pid, people }, { token })).toMatchObject({
    status: 200,
    body: { data: [{ allowed: true, reason: null }] },
  });
  expect(await invoke('makeLinks', { pid: tenant.pid, people }, { token })).toMatchObject({ status: 200 });
  expect(await invoke('makeLinks', { people }, { token })).toMatchObject(refusedToSender);
  expect(await invoke('details', {}, { token })).toMatchObject({ status: 200 });
  expect(await invoke('logout', {}, { token })).toMatchObject({ status: 200 });
  expect(await invoke('details', {}, { token })).toMatchObject({ status: 401 });
});

test.each(badBodies)('a sender learns the role before what is wrong with a body (%s)', async (_status, body) => {
  const tenant = await newTenant();
  await become(tenant, 'sender');

  for (const operation of closed) expect(await send(operation, body, tenant)).toMatchObject(refusedToSender);
});

test('a sender learns that the session has ended, then of the account, then the role', async () => {
  const tenant = await newTenant();
  await become(tenant, 'sender');
  const answered = async () => (await invoke('addConsent', {}, tenant)).body.code;

  expect(await answered()).toBe('user.sender-only');
  await enableConsentRegister(table, tenant.accountId, false, changeAt());
  expect(await answered()).toBe('account.consent-register-disabled');
  await enableUser(table, tenant.userId, false, changeAt());
  expect(await answered()).toBe('session.ended');
});

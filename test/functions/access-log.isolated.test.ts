import { beforeEach, expect, test, vi } from 'vitest';
import document from '../../docs/openapi.json' with { type: 'json' };
import { contract } from '../../shared/api/contract.ts';
import type { OperationDefinition } from '../../shared/api/operations.ts';
import { accessLogDays } from '../../shared/runtime/stage.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { queryItems } from '../../shared/store/read.ts';
import { startCold } from '../support/call/functions.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import type { Tenant } from '../support/make/builders.ts';
import { recordLog } from './leaks/log-record.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../support/call/admin.ts');
const { addConsent, newTenant, noticeContent } = await import('../support/make/builders.ts');
const { erase } = await import('../support/make/changes.ts');
const { createNotice } = await import('../support/make/notices.ts');
const { recordRounds } = await import('../support/call/requests.ts');
const { table } = await import('../support/make/table.ts');

beforeEach(() => () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const email = 'ada@example.com';

const add = async (tenant: Tenant): Promise<string> =>
  (await addConsent(tenant, { userData: { email, club: 'C-1' } })).consentId;

/** The functions of a stage that keeps the access log, or keeps none. */
const startFunctions = async (isKept = false) => {
  vi.stubEnv('ACCESS_LOG', String(isKept));
  await startCold();
  return (await import('../support/call/invoke.ts')).invoke;
};

const readEntries = async ({ accountId }: Tenant) => {
  const month = new Date().toISOString().slice(0, 7);
  return queryItems(table, keyOf.accessEntry(accountId, month, ''));
};

const listEntries = ({ accountId }: Tenant, ...words: readonly string[]) =>
  adminData('access-log', 'list', '--account', accountId, ...words);

test('each answer with consents leaves one entry: who, when, by what and which, and no value', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const [first, second] = [await add(tenant), await add(tenant)];
  await add(other);
  const invoke = await startFunctions(true);
  const call = (operation: Parameters<typeof invoke>[0], parameters: Parameters<typeof invoke>[1]) =>
    invoke(operation, parameters, { token: tenant.token });

  await call('searchConsents', { userData: { email } });
  await call('searchConsents', { id: first, userData: '' });
  await call('listConsents', { userData: { club: 'C-1' } });
  await call('getEvidence', { id: second });
  await call('searchConsents', { userData: { email: 'nobody@example.com' } });
  await call('getEvidence', { id: '0'.repeat(32) });
  await call('getOverview', {});

  const { userId } = tenant;
  const ids = (...some: readonly string[]) => ({ consents: some.length, consentIds: some });
  const both = ids(second, first);
  expect(await listEntries(tenant)).toMatchObject([
    { userId, operation: 'evidence', ...ids(second) },
    { userId, operation: 'list', ...both },
    { userId, operation: 'search', ...ids(first) },
    { userId, operation: 'search', ...both },
  ]);
  expect(await listEntries(tenant, '--consent', first)).toHaveLength(3);
  expect(await listEntries(tenant, '--user', String(userId))).toHaveLength(4);
  expect(await listEntries(tenant, '--user', String(other.userId))).toEqual([]);
  expect(await listEntries(tenant, '--until', '2026-01')).toEqual([]);
  expect(await listEntries(other)).toEqual([]);
  const stored = await readEntries(tenant);
  expect(stored.map((item) => Object.keys(item).sort())).toEqual(
    stored.map(() => ['PK', 'SK', 'consents', 'expiresAt', 'operation', 'userId']),
  );
  const left = Number(stored[0]?.expiresAt) - Date.now() / 1_000;
  expect(left).toBeGreaterThan((accessLogDays - 1) * 86_400);
  expect(left).toBeLessThanOrEqual(accessLogDays * 86_400);
});

test('a search by values or by id whose answer says how many there are leaves an entry, whatever the page', async () => {
  const tenant = await newTenant();
  const [id] = [await add(tenant), await add(tenant)];
  const invoke = await startFunctions(true);
  const search = async (parameters: Parameters<typeof invoke>[1]) =>
    (await invoke('searchConsents', parameters, { token: tenant.token })).body.totalResults;

  expect(await search({ userData: { email }, page: 999 })).toBe(2);
  expect(await search({ id, userData: '', page: 2 })).toBe(1);
  expect(await listEntries(tenant)).toMatchObject([
    { userId: tenant.userId, operation: 'search', consents: 0, consentIds: [] },
    { userId: tenant.userId, operation: 'search', consents: 0, consentIds: [] },
  ]);
  expect(await search({ userData: { email: 'nobody@example.com' }, page: 999 })).toBe(0);
  expect(await search({ projectUid: tenant.projectUid, userData: '', page: 999 })).toBe(2);
  expect(await listEntries(tenant)).toHaveLength(2);
  expect((await admin('access-log', 'list', '--account', tenant.accountId)).stdout).not.toContain('undefined');
});

test('a search by values whose page is too large for an answer leaves an entry too, since the refusal says that there are some', async () => {
  const tenant = await newTenant();
  const proof = { html: 'x'.repeat(900_000) };
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) ids.push((await addConsent(tenant, { userData: { email }, proof })).consentId);
  const invoke = await startFunctions(true);

  const { status } = await invoke('searchConsents', { userData: { email } }, { token: tenant.token });

  expect(status).toBe(422);
  expect(await listEntries(tenant)).toMatchObject([
    { userId: tenant.userId, operation: 'search', consents: 8, consentIds: ids.toReversed() },
  ]);
});

test('who reads whom to ask again is noted too, since that list has their values', async () => {
  const tenant = await newTenant();
  const { pid } = await createNotice(table, tenant.accountId, noticeContent({ validityDays: 60 }), new Date());
  const { consentId } = await addConsent(tenant, { userData: { email }, consentInformationPid: pid });
  const invoke = await startFunctions(true);

  const { body } = await invoke('listDueConsents', { days: 60 }, { token: tenant.token });

  expect(body.data).toMatchObject([{ id: consentId, userData: { email } }]);
  expect(await listEntries(tenant)).toMatchObject([{ operation: 'due', consents: 1, consentIds: [consentId] }]);
});

/** Whether a schema of the document has the values of people. */
const hasUserData = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('$ref' in schema) {
    const names = String(schema.$ref).split('/').slice(1);
    return hasUserData(names.reduce<unknown>((found, name) => Object(found)[name], document));
  }
  return 'userData' in schema || Object.values(schema).some(hasUserData);
};

test('no operation answers with values of people and leaves no entry', () => {
  const named = Object.values<OperationDefinition>(contract);
  const showing = named.filter(({ path }) =>
    hasUserData(Object(document.paths)[path].post.responses[200].content['application/json'].schema),
  );

  expect(showing.length).toBeGreaterThan(2);
  expect(showing.filter(({ shows }) => shows !== true)).toEqual([]);
});

test('a search by values writes beside the read of its page, whatever the number of consents', async () => {
  const tenant = await newTenant();
  for (let i = 0; i < 5; i += 1) await add(tenant);
  const invoke = await startFunctions(true);
  const search = () => invoke('searchConsents', { userData: { email } }, { token: tenant.token });
  await search();

  const { rounds } = await recordRounds(search);

  expect(rounds).toEqual([
    ['BatchGetItem', 'Query'],
    ['BatchGetItem', 'PutItem'],
  ]);
  expect(rounds.flat().filter((name) => name === 'PutItem')).toHaveLength(1);
});

test('an answer with a hundred consents is one write', async () => {
  const tenant = await newTenant({ notices: 20 });
  const consentInformationPid = tenant.notices.map(({ pid }) => pid);
  for (let i = 0; i < 5; i += 1) await addConsent(tenant, { userData: { email }, consentInformationPid });
  const invoke = await startFunctions(true);
  const { token } = tenant;

  const { result, rounds } = await recordRounds(() =>
    invoke('listConsents', { userData: { email }, perPage: 100 }, { token }),
  );

  expect(result.body.data).toHaveLength(100);
  expect(rounds.flat().filter((name) => name === 'PutItem')).toHaveLength(1);
  expect(await listEntries(tenant)).toMatchObject([{ consents: 100, consentIds: { length: 100 } }]);
});

test('where the stage keeps no access log, nothing is written and no round trip is added', async () => {
  const tenant = await newTenant();
  const id = await add(tenant);
  const invoke = await startFunctions();
  const { token } = tenant;
  await invoke('searchConsents', { userData: { email } }, { token });

  const { rounds } = await recordRounds(async () => {
    await invoke('searchConsents', { id, userData: '' }, { token });
  });

  expect(rounds).toEqual([['BatchGetItem']]);
  expect(await readEntries(tenant)).toEqual([]);
});

test('an entry that cannot be written is logged and counted, and fails no answer', async () => {
  const tenant = await newTenant();
  await add(tenant);
  const invoke = await startFunctions(true);
  const log = recordLog();
  proxy.intercept = async (call) =>
    call.name === 'PutItem' ? storeError(400, 'AccessDeniedException') : call.forward();

  const { status, body } = await invoke('searchConsents', { userData: { email } }, { token: tenant.token });

  proxy.intercept = undefined;
  expect([status, body.totalResults]).toEqual([200, 1]);
  expect(log.lines.join('\n')).toContain('access-log.unwritten');
  expect(log.lines.join('\n')).not.toContain(email);
  expect(await readEntries(tenant)).toEqual([]);
});

test('an erasure leaves the entry, which then leads to nobody', async () => {
  const tenant = await newTenant();
  const id = await add(tenant);
  const invoke = await startFunctions(true);
  await invoke('searchConsents', { userData: { email } }, { token: tenant.token });

  await erase(tenant.accountId, [id]);

  expect(await listEntries(tenant, '--consent', id.slice(0, 20))).toHaveLength(1);
  expect(JSON.stringify(await readEntries(tenant))).not.toContain('ada');
});

test('what is no id of a consent is refused', async () => {
  const { accountId } = await newTenant();

  expect((await admin('access-log', 'list', '--consent', email, '--account', accountId)).exitCode).not.toBe(0);
});

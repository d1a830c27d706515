import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { Part } from '../../shared/api/budget.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import type { OperationRules } from '../../shared/api/operations.ts';
import { changeRole, endAllSessions } from '../../shared/identity/user.ts';
import type { Parameters } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import { newLink, openLink } from '../support/call/links.ts';
import { recordRounds } from '../support/call/requests.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, consentOf, findUnits, newTenant, signIn, spendUnits } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { forge, newForgeKey } from '../support/make/forge.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { table } from '../support/make/table.ts';

const userData = { email: 'ada@example.com' };

/** A usual request of each operation that has a budget. */
const requests: Partial<Record<OperationName, (tenant: Tenant, id: string) => Parameters>> = {
  addConsent: (tenant) => consentOf(tenant),
  searchConsents: () => ({ userData }),
  revokeConsent: (_tenant, id) => ({ id, proof: { url: 'x' } }),
  getNotices: ({ pid }) => ({ pid }),
  getEvidence: (_tenant, id) => ({ id }),
  checkPeople: ({ pid }) => ({ pid, people: [userData] }),
  makeLinks: ({ pid }) => ({ pid, people: [userData] }),
  listConsents: () => ({ userData }),
  listDueConsents: ({ projectUid }) => ({ projectUid }),
  listNotices: () => ({}),
  getNoticeVersion: ({ notices: [head] }) => ({ id: head?.versionId ?? '' }),
  listProjects: () => ({}),
  getOverview: () => ({}),
  requestConfirmation: (tenant) => consentOf(tenant),
  requestErasure: (_tenant, id) => ({ ids: [id], reason: 'consent-revoked', receivedOn: '2026-01-31' }),
  listErasureRequests: () => ({}),
};

const budgeted = (Object.keys(contract) as OperationName[]).flatMap((name) => {
  const { budget }: OperationRules = contract[name];
  return budget === undefined ? [] : [[name, budget] as const];
});

test('every operation of the consent register has a budget', () => {
  const operations = Object.entries<OperationRules>(contract).filter(([, { access }]) => access === 'consent-register');

  expect(budgeted.map(([name]) => name)).toEqual(operations.map(([name]) => name));
  expect(Object.keys(requests).sort()).toEqual(budgeted.map(([name]) => name).sort());
});

/** Together they are a fifth of what a table gives by default, 40,000 units a second. */
test('an account uses at most a fifth of the table, whatever its calls are', () => {
  const { searchUnitsPerMinute, checkUnitsPerMinute, noticeUnitsPerMinute } = limits;
  const { recordUnitsPerMinute, pageUnitsPerMinute, pressUnitsPerMinute, refusedUnitsPerMinute } = limits;

  expect(
    searchUnitsPerMinute +
      checkUnitsPerMinute +
      noticeUnitsPerMinute +
      recordUnitsPerMinute +
      pageUnitsPerMinute +
      pressUnitsPerMinute +
      refusedUnitsPerMinute,
  ).toBe((40_000 * 60) / 5);
  expect(limits.recordWriteUnitsPerMinute + limits.pressWriteUnitsPerMinute).toBe((40_000 * 60) / 5);
});

/** Calls until a part has been written down, and once more; fails after as many as that takes at three units each. */
const repeat = async (
  tenant: Tenant,
  part: Part,
  call: () => Promise<unknown>,
  least: number = limits.unitsWritten,
) => {
  for (let i = 0; i < least / 3 + 2; i += 1) {
    await call();
    if ((await findUnits(tenant, part)) > 0) return;
  }
  throw new Error('Nothing was counted.');
};

test.each(budgeted)('small calls add up, also refused ones: %s', { timeout: 20_000 }, async (operation, budget) => {
  setTime('2026-02-01T12:00:00Z');
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const parameters = requests[operation]?.(tenant, consentId) ?? {};
  await repeat(tenant, budget, () => invoke(operation, parameters, tenant));
  await endAllSessions(table, tenant.userId, changeAt());
  await repeat(tenant, 'refused', async () =>
    expect(await invoke(operation, parameters, tenant)).toMatchObject({ status: 401 }),
  );
});

test('what one kind of call has used up holds up no other, nor another account, and ends with the minute', async () => {
  setTime('2026-02-01T12:00:20Z');
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { consentId } = await addConsent(tenant);
  const ask = async (operation: OperationName, { token }: Tenant) =>
    (await invoke(operation, requests[operation]?.(tenant, consentId) ?? {}, { token })).status;
  for (const part of ['searches', 'checks', 'notices', 'refused'] as const) await spendUnits(tenant, part);

  expect(await ask('searchConsents', tenant)).toBe(429);
  expect(await ask('addConsent', tenant)).toBe(200);
  expect(await ask('revokeConsent', tenant)).toBe(200);
  expect(await ask('details', tenant)).toBe(200);
  expect(await invoke('searchConsents', { userData }, other)).toMatchObject({ status: 200 });
  passTime(100_000);
  expect(await ask('searchConsents', tenant)).toBe(200);
});

test('recording and revoking have a budget too, and a reader or an ended session uses up none of it', async () => {
  setTime('2026-02-01T12:00:20Z');
  const [tenant, spent] = [await newTenant(), await newTenant()];
  await spendUnits(spent, 'records');
  const refused = await invoke('addConsent', consentOf(spent), spent);
  expect(refused).toMatchObject({ status: 429, body: { code: 'account.throttled' } });
  expect(refused.headers['retry-after']).toBe('40');

  await changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, 'reader', changeAt());
  const pids = Array.from({ length: limits.notices }, (_, i) => 900_000 + i);
  const add = () =>
    invoke('addConsent', consentOf(tenant, { consentInformationPid: pids }), { ...tenant, encoding: 'json' });
  await repeat(tenant, 'refused', async () => expect(await add()).toMatchObject({ status: 403 }));

  expect(await findUnits(tenant, 'records')).toBe(0);
});

test('what is recorded counts as written, and holds up neither searches nor another account', async () => {
  setTime('2026-02-01T12:00:20Z');
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { consentId } = await addConsent(tenant);
  await repeat(tenant, 'recordWrites', () => addConsent(tenant), limits.unitsLeft);
  await spendUnits(tenant, 'recordWrites', limits.recordWriteUnitsPerMinute);

  for (const operation of ['addConsent', 'revokeConsent'] as const) {
    const refused = await invoke(operation, requests[operation]?.(tenant, consentId) ?? {}, tenant);
    expect(refused).toMatchObject({ status: 429, body: { code: 'account.throttled' } });
  }
  expect(await invoke('searchConsents', { id: consentId, userData: '' }, tenant)).toMatchObject({ status: 200 });
  await addConsent(other);
  passTime(100_000);
  await addConsent(tenant);
});

test('a call that writes much is written down at its end', async () => {
  const tenant = await newTenant({ notices: 30 });
  const consentInformationPid = tenant.notices.map(({ pid }) => pid);
  await addConsent(tenant, { consentInformationPid, proof: { html: noise(15_000).toString('base64') } });

  expect(await findUnits(tenant, 'recordWrites')).toBeGreaterThan(limits.unitsLeft);
});

test.each([
  ['addConsent', (tenant: Tenant) => consentOf(tenant, { proof: { html: '\u0001'.repeat(300_000) } })],
  ['revokeConsent', (_tenant: Tenant, id: string) => ({ id, proof: { html: '\u0001'.repeat(200_000) } })],
] as const)('%s counts what the log has to read of it, however few units it writes', async (operation, toRequest) => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const request = toRequest(tenant, consentId);
  const { status } = await invoke(operation, request, { ...tenant, encoding: 'multipart' });

  expect(status).toBe(200);
  expect(await findUnits(tenant, 'recordWrites')).toBeGreaterThan(JSON.stringify(request.proof).length / 1_024);
});

test('each consent of a request counts for its leaf, and what makes links counts as before', async () => {
  const tenant = await newTenant({ notices: 50 });
  const consentInformationPid = tenant.notices.map(({ pid }) => pid);
  await addConsent(tenant, { consentInformationPid, userData: { email: 'ada@example.com' } });
  expect(await findUnits(tenant, 'recordWrites')).toBeGreaterThanOrEqual(50 * limits.unitsOfLeaf);

  const people = Array.from({ length: 20 }, (_, i) => ({ email: `${'\u0001'.repeat(100)}${i}@example.com` }));
  for (let i = 0; i < 10; i += 1) await invoke('makeLinks', { pid: tenant.pid, people }, tenant);
  expect(await findUnits(tenant, 'notices')).toBeLessThan(limits.unitsWritten);
});

test('a link whose views have used up their part makes no other call take longer', async () => {
  setTime('2026-02-01T12:00:20Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData });
  const search = () => recordRounds(() => invoke('searchConsents', { id, userData: '' }, tenant));
  const { rounds } = await search();
  await spendUnits(tenant, 'pages');
  expect(await openLink(await newLink(tenant))).toMatchObject({ status: 429 });

  expect((await search()).rounds).toHaveLength(rounds.length);
});

test('a reader holds up no recording and no revocation by asking to erase what is not there', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, 'reader', changeAt());
  const unknown = { ids: [consentId, 'f'.repeat(32)], reason: 'objected', receivedOn: '2026-01-31' };
  await repeat(tenant, 'searches', async () =>
    expect(await invoke('requestErasure', unknown, tenant)).toMatchObject({ status: 404 }),
  );

  expect(await findUnits(tenant, 'records')).toBeLessThan(limits.unitsWritten);
});

test('a recording that is repeated under its Idempotency-Key counts each time', async () => {
  const tenant = await newTenant({ notices: 30 });
  const consentInformationPid = tenant.notices.map(({ pid }) => pid);
  const parameters = consentOf(tenant, { consentInformationPid, proof: { html: noise(15_000).toString('base64') } });
  const record = () => invoke('addConsent', parameters, { ...tenant, headers: { 'idempotency-key': 'same' } });
  await record();
  const once = await findUnits(tenant, 'recordWrites');
  expect(once).toBeGreaterThan(limits.unitsLeft);

  for (let i = 0; i < 3; i += 1) expect((await record()).headers['idempotent-replayed']).toBe('true');
  expect(await findUnits(tenant, 'recordWrites')).toBeGreaterThan(2 * once);
});

test('a call that reads on and on is stopped where its account has used up its budget', {
  timeout: 60_000,
}, async () => {
  const tenant = await newTenant();
  const { accountId, projectUid, pid, token } = tenant;
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const now = Date.now();
  await stock(
    table,
    shelf,
    Array.from({ length: 5_000 }, (_, i) => ({ time: new Date(now - 3_600_000 - i * 10), userData })),
  );
  await spendUnits(tenant, 'searches', limits.searchUnitsPerMinute - 10);

  expect(await invoke('searchConsents', { userData }, { token })).toMatchObject({
    status: 429,
    body: { code: 'search.throttled' },
  });
  expect(await findUnits(tenant, 'searches')).toBeLessThan(2 * (limits.searchUnitsPerMinute + 250));
});

test('a token that nobody signed counts for nobody', async () => {
  const tenant = await newTenant();
  const forged = forge(newForgeKey(), decodeJwt(tenant.token));
  for (let i = 0; i < 60; i += 1)
    expect((await invoke('searchConsents', { userData }, { token: forged })).status).toBe(401);
  await invoke('searchConsents', { userData }, tenant);

  expect(await findUnits(tenant, 'refused')).toBe(0);
});

test('a user who signs in anew counts for the same account', async () => {
  const tenant = await newTenant();
  await spendUnits(tenant);

  expect(await invoke('searchConsents', { userData }, await signIn(tenant.userId))).toMatchObject({ status: 429 });
});

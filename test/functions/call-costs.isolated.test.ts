import { expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import type { OperationRules } from '../../shared/api/operations.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { newMachineKey } from '../../shared/identity/machine-key.ts';
import { endKey } from '../../shared/identity/machine-keys.ts';
import { createProject } from '../../shared/identity/project.ts';
import type { Role } from '../../shared/identity/user.ts';
import { changeRole, endAllSessions } from '../../shared/identity/user.ts';
import type { Parameters } from '../support/call/event.ts';
import { addUnits, startMeter } from '../support/call/meter.ts';
import type { Tenant } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';

const meter = await startMeter();
const { addConsent, newKey, newTenant, signIn, spendUnits } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { publishVersion } = await import('../support/make/notices.ts');
const { noticeContent } = await import('../support/make/builders.ts');
const { password } = await import('../support/make/password.ts');
const { recordRounds } = await import('../support/call/requests.ts');
const { findShelf, stock } = await import('../support/make/stock.ts');
const { table } = await import('../support/make/table.ts');

/** Consents of a proof that takes some 90 units, notices, versions of one of them, projects and people. */
const many = { large: 3, notices: 10, versions: 12, projects: 6, people: 105 } as const;

/** What the calls of the table ask about, as costly as a request may be. */
interface Stock {
  readonly tenant: Tenant;
  readonly large: readonly string[];
  readonly theirs: Tenant;
  readonly theirLarge: readonly string[];
}

const proof = () => ({ html: noise(260_000).toString('base64') });

const fill = async (tenant: Tenant, large: number): Promise<readonly string[]> => {
  const { accountId, projectUid, pid } = tenant;
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const people = Array.from({ length: many.people }, (_, i) => ({
    time: new Date(Date.now() - 1_000_000 + i),
    userData: { email: 'ada@example.com', card: 'gold' },
  }));
  await stock(table, shelf, people);
  const ids: string[] = [];
  for (let i = 0; i < large; i += 1) ids.push((await addConsent(tenant, { proof: proof() })).consentId);
  return ids;
};

const begin = async (): Promise<Stock> => {
  const [tenant, theirs] = [await newTenant({ notices: many.notices }), await newTenant()];
  const { accountId, pid } = tenant;
  for (let i = 1; i < many.versions; i += 1) {
    await publishVersion(table, accountId, pid, noticeContent({ validityDays: i }), new Date(Date.now() + i));
  }
  for (let i = 0; i < many.projects; i += 1) {
    await createProject(table, { accountId, uid: `site-${i}`, name: 'Site' }, changeAt());
  }
  passTime(1_000);
  return { tenant, large: await fill(tenant, many.large), theirs, theirLarge: await fill(theirs, 2) };
};

/** A costly request of an operation, the same with the id of another account, and a wrong one. */
interface Row {
  readonly costly: (stock: Stock) => Parameters;
  readonly foreign: (stock: Stock) => Parameters;
  readonly wrong: Parameters;
  readonly headers?: Readonly<Record<string, string>>;
}

const pids = (tenant: Tenant): number[] => [
  ...tenant.notices.map(({ pid }) => pid),
  ...Array.from({ length: limits.notices - tenant.notices.length }, (_, i) => 900_000 + i),
];

const people = Array.from({ length: limits.people }, (_, i) => ({ email: `ada${i}@example.com` }));

const userData = { email: 'ada@example.com' };

const consentOf = ({ projectUid }: Tenant, pid: unknown): Parameters =>
  ({ projectUid, consentInformationPid: pid, proof: { url: 'x' }, userData }) as Parameters;

const none = { costly: () => ({}), foreign: () => ({}), wrong: { unheardOf: 'x' } };

const rows: Readonly<Record<OperationName, Row>> = {
  login: {
    costly: ({ tenant: { email } }) => ({ email, password }),
    foreign: ({ theirs: { email } }) => ({ email, password: 'another' }),
    wrong: { email: 'ada@example.com' },
  },
  details: none,
  refreshToken: {
    costly: ({ tenant }) => ({ refresh_token: tenant.refreshToken }),
    foreign: ({ theirs }) => ({ refresh_token: theirs.refreshToken }),
    wrong: { refresh_token: 'x' },
  },
  addConsent: {
    costly: ({ tenant }) => consentOf(tenant, pids(tenant)),
    foreign: ({ tenant, theirs }) => consentOf(tenant, [theirs.pid]),
    wrong: { proof: 'x' },
  },
  searchConsents: {
    costly: () => ({ userData, perPage: '50' }),
    foreign: ({ theirLarge: [id = ''] }) => ({ id, userData: '' }),
    wrong: { page: 'x' },
  },
  revokeConsent: {
    costly: ({ large: [id = ''] }) => ({ id, proof: { url: 'x' } }),
    foreign: ({ theirLarge: [id = ''] }) => ({ id, proof: { url: 'x' } }),
    wrong: { id: 'x' },
    headers: { 'idempotency-key': 'a' },
  },
  getNotices: {
    costly: ({ tenant }) => ({ pid: pids(tenant) }),
    foreign: ({ theirs }) => ({ pid: [theirs.pid] }),
    wrong: { pid: 'x' },
  },
  getEvidence: {
    costly: ({ large: [id = ''] }) => ({ id }),
    foreign: ({ theirLarge: [id = ''] }) => ({ id }),
    wrong: { id: 'x' },
  },
  checkPeople: {
    costly: ({ tenant: { pid } }) => ({ pid, people }),
    foreign: ({ theirs: { pid } }) => ({ pid, people }),
    wrong: { pid: 'x' },
  },
  makeLinks: {
    costly: ({ tenant: { pid } }) => ({ pid, people }),
    foreign: ({ theirs: { pid } }) => ({ pid, people }),
    wrong: { pid: 'x' },
  },
  listConsents: {
    costly: () => ({ userData: { email: 'ada@example.com', card: 'gold' }, perPage: '250' }),
    foreign: ({ theirs: { projectUid } }) => ({ projectUid }),
    wrong: { after: 'x' },
  },
  listDueConsents: {
    costly: ({ tenant: { projectUid } }) => ({ projectUid, days: '3650' }),
    foreign: ({ theirs: { projectUid } }) => ({ projectUid }),
    wrong: { after: 'x' },
  },
  listNotices: { costly: () => ({}), foreign: ({ theirs: { pid } }) => ({ pid }), wrong: { pid: 'x' } },
  getNoticeVersion: {
    costly: ({ tenant: { notices } }) => ({ id: notices[1]?.versionId ?? '' }),
    foreign: ({ theirs: { notices } }) => ({ id: notices[0]?.versionId ?? '' }),
    wrong: { id: 'x' },
  },
  listProjects: { costly: () => ({}), foreign: () => ({}), wrong: { perPage: 'x' } },
  getOverview: {
    costly: () => ({ months: '24' }),
    foreign: ({ theirs: { projectUid } }) => ({ projectUid }),
    wrong: { months: 'x' },
  },
  requestConfirmation: {
    costly: ({ tenant }) => consentOf(tenant, pids(tenant).slice(0, 20)),
    foreign: ({ tenant, theirs }) => consentOf(tenant, [theirs.pid]),
    wrong: { proof: 'x' },
  },
  requestErasure: {
    costly: ({ large }) => ({ ids: large, reason: 'consent-revoked', receivedOn: '2026-03-01' }),
    foreign: ({ theirLarge }) => ({
      ids: theirLarge,
      reason: 'consent-revoked',
      receivedOn: '2026-03-01',
    }),
    wrong: { ids: 'x' },
  },
  listErasureRequests: { costly: () => ({}), foreign: () => ({}), wrong: { after: 'x' } },
  changePassword: {
    costly: () => ({ currentPassword: 'a guess', newPassword: 'marble otter plays the tuba' }),
    foreign: () => ({ currentPassword: 'a guess', newPassword: 'short' }),
    wrong: { currentPassword: 'x' },
  },
  logout: none,
};

const operations = Object.keys(contract) as OperationName[];
const parts = ['searches', 'checks', 'notices', 'records'] as const;

/**
 * Signs in anew in a minute of its own, so that no cell sees what the ones before have used up; and lets the container
 * know the key of the token.
 */
const enter = async ({ accountId, userId }: Tenant, role: Role = 'editor') => {
  passTime(120_000);
  await changeRole(table, { id: userId, accountId }, role, changeAt());
  const session = await signIn(userId);
  await invoke('details', {}, session);
  return session;
};

const measure = async (
  operation: OperationName,
  parameters: Parameters,
  token: string,
  headers = rows[operation].headers ?? {},
) => {
  const { access }: OperationRules = contract[operation];
  const sending = { encoding: 'json', headers, ...(access !== 'anyone' && { token }) } as const;
  const { result, calls } = await meter(() => recordRounds(() => invoke(operation, parameters, sending)));
  const { read, write } = addUnits(calls);
  return { status: result.result.status, body: result.result.body, rounds: result.rounds, read, write };
};

/** The same with a key that nobody made, one that the container has not seen, the same one seen, and ended. */
const measureKeys = async (stocked: Stock, operation: OperationName) => {
  const { tenant } = stocked;
  const { accountId, userId } = tenant;
  await enter(tenant);
  const { token, keyId } = await newKey(tenant);
  const measureWith = (by: string) => measure(operation, rows[operation].costly(stocked), by);
  const cells = {
    'made up': await measureWith(newMachineKey({ accountId, userId }).text),
    'not seen': await measureWith(token),
    seen: await measureWith(token),
  };
  await endKey(table, { id: userId, accountId }, keyId, changeAt());
  return { ...cells, ended: await measureWith(token) };
};

const measureCells = async (stocked: Stock, operation: OperationName) => {
  const { costly, foreign, wrong } = rows[operation];
  const { tenant } = stocked;
  const measureAs = async (role: Role, parameters: Parameters) =>
    measure(operation, parameters, (await enter(tenant, role)).token);
  const ended = await enter(tenant);
  await endAllSessions(table, tenant.userId, changeAt());
  const cells = {
    'session ended': await measure(operation, costly(stocked), ended.token),
    sender: await measureAs('sender', costly(stocked)),
    reader: await measureAs('reader', costly(stocked)),
    'id of another account': await measureAs('editor', foreign(stocked)),
    'wrong parameter': await measureAs('editor', wrong),
  };
  const { token } = await enter(tenant);
  for (const part of parts) await spendUnits(tenant, part);
  return {
    ...cells,
    'budget used up': await measure(operation, costly(stocked), token),
    'which the container knows': await measure(operation, costly(stocked), token),
  };
};

type Cell = Awaited<ReturnType<typeof measure>>;

/** Above this, calls overlap as the engine answers them: how many there are, and stand in a row, is another number each time. */
const mostCounted = 20;

const show = (name: string, { status, rounds, read, write }: Cell): string => {
  const calls = rounds.flat().length;
  const told = calls > mostCounted ? `more than ${mostCounted} calls` : `${calls} calls, ${rounds.length} in a row`;
  return `${name} ${status}: ${told}, ${read} RU${write > 0 ? `, ${write} WU` : ''}`;
};

/** What a refused caller may cost: a consent or a hundred heads and a project, one query, and who calls. */
const mostBeforehand = 4 + 101 + 13;

test('every operation is in the table', () => {
  expect(Object.keys(rows)).toEqual(operations);
});

test('a refused caller costs next to nothing, whatever is asked for', { timeout: 120_000 }, async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  setTime('2026-03-01T12:00:00Z');
  const stocked = await begin();
  const lines: string[] = [];
  for (const operation of operations) {
    const { access, budget }: OperationRules = contract[operation];
    const cells = await measureCells(stocked, operation);
    lines.push(`${operation}:`, ...Object.entries(cells).map(([name, cell]) => `  ${show(name, cell)}`));
    if (access === 'anyone' || access === 'bearer') continue;
    const refused = Object.values(cells).filter(
      ({ status, body }) => [401, 403, 429].includes(status) && body.code !== 'password.throttled',
    );
    for (const { rounds, read } of refused) {
      expect(rounds, operation).toHaveLength(1);
      expect(
        rounds.flat().every((name) => ['BatchGetItem', 'Query', 'UpdateItem'].includes(name)),
        operation,
      ).toBe(true);
      expect(rounds.flat().filter((name) => name === 'Query').length, operation).toBeLessThanOrEqual(1);
      expect(read, operation).toBeLessThanOrEqual(mostBeforehand);
    }
    expect(cells['session ended'].status, operation).toBe(401);
    if (budget === undefined) continue;
    expect(cells['budget used up'].status, operation).toBe(429);
    expect(cells['which the container knows'], operation).toMatchObject({ status: 429, read: 4 });
  }

  for (const operation of operations.filter((name) => problemsOf(contract[name]).includes('key.ended'))) {
    const { budget }: OperationRules = contract[operation];
    const cells = await measureKeys(stocked, operation);
    lines.push(`${operation} by a key:`, ...Object.entries(cells).map(([name, cell]) => `  ${show(name, cell)}`));
    expect(cells['made up'], operation).toMatchObject({ status: 401, read: budget === undefined ? 3 : 4 });
    expect(cells['made up'].rounds, operation).toEqual([['BatchGetItem']]);
    expect(cells.ended, operation).toMatchObject({ status: 401, body: { code: 'key.ended' } });
    expect(cells.ended.rounds, operation).toHaveLength(1);
    expect(cells.ended.read, operation).toBeLessThanOrEqual(mostBeforehand);
  }

  // Another engine cuts pages elsewhere, and keeps to the bounds above all the same.
  if (process.env.TEST_ENGINE === 'other') return;
  expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    login:
      session ended 200: 10 calls, 5 in a row, 6 RU, 8 WU
      sender 200: 5 calls, 4 in a row, 6 RU, 3 WU
      reader 200: 5 calls, 4 in a row, 6 RU, 3 WU
      id of another account 401: 5 calls, 4 in a row, 6 RU, 3 WU
      wrong parameter 422: 0 calls, 0 in a row, 0 RU
      budget used up 200: 5 calls, 4 in a row, 6 RU, 3 WU
      which the container knows 200: 5 calls, 4 in a row, 6 RU, 3 WU
    details:
      session ended 401: 1 calls, 1 in a row, 3 RU
      sender 200: 1 calls, 1 in a row, 3 RU
      reader 200: 1 calls, 1 in a row, 3 RU
      id of another account 200: 1 calls, 1 in a row, 3 RU
      wrong parameter 200: 1 calls, 1 in a row, 3 RU
      budget used up 200: 1 calls, 1 in a row, 3 RU
      which the container knows 200: 1 calls, 1 in a row, 3 RU
    refreshToken:
      session ended 401: 2 calls, 2 in a row, 1 RU, 1 WU
      sender 401: 3 calls, 3 in a row, 1 RU, 2 WU
      reader 401: 2 calls, 2 in a row, 1 RU, 1 WU
      id of another account 200: 2 calls, 2 in a row, 1 RU, 1 WU
      wrong parameter 401: 0 calls, 0 in a row, 0 RU
      budget used up 401: 2 calls, 2 in a row, 1 RU, 1 WU
      which the container knows 401: 2 calls, 2 in a row, 1 RU, 1 WU
    addConsent:
      session ended 401: 3 calls, 1 in a row, 105 RU, 1 WU
      sender 403: 3 calls, 1 in a row, 105 RU, 1 WU
      reader 403: 3 calls, 1 in a row, 105 RU, 1 WU
      id of another account 422: 2 calls, 1 in a row, 6 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 105 RU
      which the container knows 429: 2 calls, 1 in a row, 4 RU, 1 WU
    searchConsents:
      session ended 401: 2 calls, 1 in a row, 7.5 RU
      sender 403: 2 calls, 1 in a row, 7.5 RU
      reader 200: 5 calls, 4 in a row, 251.5 RU
      id of another account 200: 2 calls, 1 in a row, 5 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 7.5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    revokeConsent:
      session ended 401: 1 calls, 1 in a row, 68 RU
      sender 403: 1 calls, 1 in a row, 68 RU
      reader 403: 2 calls, 1 in a row, 68 RU, 1 WU
      id of another account 404: 1 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 68 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    getNotices:
      session ended 401: 2 calls, 1 in a row, 104 RU
      sender 403: 3 calls, 1 in a row, 104 RU, 1 WU
      reader 404: 3 calls, 1 in a row, 104 RU, 1 WU
      id of another account 404: 2 calls, 1 in a row, 5 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 104 RU
      which the container knows 429: 2 calls, 1 in a row, 4 RU, 1 WU
    getEvidence:
      session ended 401: 1 calls, 1 in a row, 69 RU
      sender 403: 1 calls, 1 in a row, 69 RU
      reader 200: 14 calls, 3 in a row, 83 RU, 2 WU
      id of another account 404: 2 calls, 1 in a row, 6 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 69 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    checkPeople:
      session ended 401: 1 calls, 1 in a row, 5 RU
      sender 200: more than 20 calls, 57 RU
      reader 200: more than 20 calls, 55 RU
      id of another account 404: 2 calls, 1 in a row, 5 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    makeLinks:
      session ended 401: 1 calls, 1 in a row, 5 RU
      sender 200: 1 calls, 1 in a row, 5 RU
      reader 403: 1 calls, 1 in a row, 5 RU
      id of another account 404: 1 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    listConsents:
      session ended 401: 2 calls, 1 in a row, 7.5 RU
      sender 403: 2 calls, 1 in a row, 7.5 RU
      reader 200: 7 calls, 3 in a row, 116 RU
      id of another account 422: 3 calls, 1 in a row, 5.5 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 7.5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    listDueConsents:
      session ended 401: 2 calls, 1 in a row, 8.5 RU
      sender 403: 2 calls, 1 in a row, 8.5 RU
      reader 200: more than 20 calls, 305.5 RU, 1 WU
      id of another account 422: 2 calls, 1 in a row, 5.5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 8.5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    listNotices:
      session ended 401: 1 calls, 1 in a row, 4 RU
      sender 403: 1 calls, 1 in a row, 4 RU
      reader 200: 4 calls, 3 in a row, 17 RU
      id of another account 404: 1 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 4 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    getNoticeVersion:
      session ended 401: 1 calls, 1 in a row, 5 RU
      sender 403: 1 calls, 1 in a row, 5 RU
      reader 200: 2 calls, 2 in a row, 7 RU
      id of another account 404: 1 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    listProjects:
      session ended 401: 2 calls, 1 in a row, 5 RU
      sender 403: 2 calls, 1 in a row, 5 RU
      reader 200: 2 calls, 1 in a row, 5 RU
      id of another account 200: 2 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 3 calls, 1 in a row, 5 RU, 1 WU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    getOverview:
      session ended 401: 1 calls, 1 in a row, 4 RU
      sender 403: 1 calls, 1 in a row, 4 RU
      reader 200: 4 calls, 2 in a row, 6 RU
      id of another account 200: 5 calls, 2 in a row, 6 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 4 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    requestConfirmation:
      session ended 401: 1 calls, 1 in a row, 28 RU
      sender 403: 2 calls, 1 in a row, 28 RU, 1 WU
      reader 403: 1 calls, 1 in a row, 28 RU
      id of another account 422: 1 calls, 1 in a row, 9 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 28 RU
      which the container knows 429: 2 calls, 1 in a row, 4 RU, 1 WU
    requestErasure:
      session ended 401: 1 calls, 1 in a row, 4 RU
      sender 403: 1 calls, 1 in a row, 4 RU
      reader 200: 3 calls, 3 in a row, 196 RU, 4 WU
      id of another account 404: 3 calls, 2 in a row, 6 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 1 calls, 1 in a row, 4 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    listErasureRequests:
      session ended 401: 2 calls, 1 in a row, 5 RU
      sender 403: 2 calls, 1 in a row, 5 RU
      reader 200: 2 calls, 1 in a row, 5 RU
      id of another account 200: 2 calls, 1 in a row, 5 RU
      wrong parameter 422: 1 calls, 1 in a row, 4 RU
      budget used up 429: 2 calls, 1 in a row, 5 RU
      which the container knows 429: 1 calls, 1 in a row, 4 RU
    changePassword:
      session ended 401: 1 calls, 1 in a row, 3 RU
      sender 403: 1 calls, 1 in a row, 3 RU
      reader 422: 4 calls, 4 in a row, 8 RU, 2 WU
      id of another account 422: 3 calls, 3 in a row, 8 RU, 1 WU
      wrong parameter 422: 1 calls, 1 in a row, 3 RU
      budget used up 422: 4 calls, 4 in a row, 8 RU, 2 WU
      which the container knows 422: 4 calls, 4 in a row, 8 RU, 2 WU
    logout:
      session ended 200: 1 calls, 1 in a row, 0 RU, 1 WU
      sender 200: 1 calls, 1 in a row, 0 RU, 1 WU
      reader 200: 1 calls, 1 in a row, 0 RU, 1 WU
      id of another account 200: 1 calls, 1 in a row, 0 RU, 1 WU
      wrong parameter 200: 1 calls, 1 in a row, 0 RU, 1 WU
      budget used up 200: 1 calls, 1 in a row, 0 RU, 1 WU
      which the container knows 200: 1 calls, 1 in a row, 0 RU, 1 WU
    details by a key:
      made up 401: 1 calls, 1 in a row, 3 RU
      not seen 200: 2 calls, 2 in a row, 3 RU, 1 WU
      seen 200: 1 calls, 1 in a row, 3 RU
      ended 401: 1 calls, 1 in a row, 3 RU
    addConsent by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 422: 4 calls, 2 in a row, 105 RU, 1 WU
      seen 422: 3 calls, 1 in a row, 105 RU, 1 WU
      ended 401: 3 calls, 1 in a row, 105 RU, 1 WU
    searchConsents by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 7 calls, 5 in a row, 251.5 RU, 2 WU
      seen 200: 6 calls, 4 in a row, 251.5 RU, 1 WU
      ended 401: 3 calls, 1 in a row, 7.5 RU, 1 WU
    revokeConsent by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 4 calls, 3 in a row, 68 RU, 518 WU
      seen 200: 2 calls, 2 in a row, 68 RU, 4 WU
      ended 401: 2 calls, 1 in a row, 68 RU, 1 WU
    getNotices by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 404: 3 calls, 2 in a row, 104 RU, 1 WU
      seen 404: 3 calls, 1 in a row, 104 RU, 1 WU
      ended 401: 3 calls, 1 in a row, 104 RU, 1 WU
    getEvidence by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 14 calls, 3 in a row, 83 RU, 2 WU
      seen 200: 11 calls, 2 in a row, 83 RU
      ended 401: 2 calls, 1 in a row, 69 RU, 1 WU
    checkPeople by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: more than 20 calls, 55 RU, 1 WU
      seen 200: more than 20 calls, 55 RU
      ended 401: 2 calls, 1 in a row, 5 RU, 1 WU
    makeLinks by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 3 calls, 2 in a row, 5 RU, 1 WU
      seen 200: 1 calls, 1 in a row, 5 RU
      ended 401: 1 calls, 1 in a row, 5 RU
    listConsents by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 8 calls, 4 in a row, 116 RU, 1 WU
      seen 200: 8 calls, 3 in a row, 116 RU, 1 WU
      ended 401: 3 calls, 1 in a row, 7.5 RU, 1 WU
    listDueConsents by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: more than 20 calls, 244 RU, 2 WU
      seen 200: more than 20 calls, 244 RU, 1 WU
      ended 401: 3 calls, 1 in a row, 8.5 RU, 1 WU
    listNotices by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 4 calls, 2 in a row, 7 RU, 1 WU
      seen 200: 3 calls, 2 in a row, 7 RU
      ended 401: 1 calls, 1 in a row, 4 RU
    getNoticeVersion by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 4 calls, 3 in a row, 7 RU, 1 WU
      seen 200: 2 calls, 2 in a row, 7 RU
      ended 401: 1 calls, 1 in a row, 5 RU
    listProjects by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 4 calls, 2 in a row, 5 RU, 2 WU
      seen 200: 2 calls, 1 in a row, 5 RU
      ended 401: 2 calls, 1 in a row, 5 RU
    getOverview by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 5 calls, 2 in a row, 6 RU, 1 WU
      seen 200: 4 calls, 2 in a row, 6 RU
      ended 401: 1 calls, 1 in a row, 4 RU
    requestConfirmation by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 422: 3 calls, 2 in a row, 28 RU, 1 WU
      seen 422: 1 calls, 1 in a row, 28 RU
      ended 401: 1 calls, 1 in a row, 28 RU
    requestErasure by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 4 calls, 3 in a row, 196 RU, 5 WU
      seen 200: 4 calls, 3 in a row, 196 RU, 5 WU
      ended 401: 2 calls, 1 in a row, 4 RU, 1 WU
    listErasureRequests by a key:
      made up 401: 1 calls, 1 in a row, 4 RU
      not seen 200: 3 calls, 2 in a row, 5 RU, 1 WU
      seen 200: 2 calls, 1 in a row, 5 RU
      ended 401: 2 calls, 1 in a row, 5 RU
    "
  `);
});

/** Values of all keys of userData that have an index. */
const allKnown = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+44 20 7946 0001',
  mobile_phone: '+44 7700 900001',
  tax_code: 'LVLDAA15T50Z114X',
};

/** A proof that takes so many bytes when it is stored. */
const proofOf = (bytes: number) => ({ html: noise(bytes).toString('base64') });

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((c) => !'"\\ '.includes(c));

/** A proof of so many characters that takes as many bytes as a proof can when it is stored. */
const densestProof = (characters: number) => ({
  html: Array.from(noise(2 * characters))
    .filter((byte) => byte < 2 * printable.length)
    .slice(0, characters)
    .map((byte) => printable[byte % printable.length])
    .join(''),
});

const recordMany = async (notices: number, bytes: number, { own = 0, idempotencyKey = false } = {}) => {
  const tenant = await newTenant({ notices });
  const { token } = await enter(tenant);
  const named = tenant.notices.map(({ pid }) => pid);
  await invoke('addConsent', consentOf(tenant, named), { token, encoding: 'json' });
  const ownKeys = Object.fromEntries(Array.from({ length: own }, (_, i) => [`own_${i}`, 'x']));
  const sent = {
    ...consentOf(tenant, named),
    userData: { ...allKnown, ...ownKeys },
    proof: proofOf(bytes),
  };
  const headers = idempotencyKey ? { 'idempotency-key': 'x'.repeat(limits.idempotencyKeyCharacters) } : {};
  const { status, read, write } = await measure('addConsent', sent, token, headers);
  return { status, read, write };
};

test('the costliest call records a hundred consents of 36 KB', { timeout: 120_000 }, async () => {
  setTime('2026-03-01T12:00:00Z');

  const costs = {
    '12 of 300 KB': await recordMany(12, 298_000),
    '50 of 72 KB with a key of their own': await recordMany(50, 70_000, { own: 1 }),
    '99 of 36 KB with an Idempotency-Key': await recordMany(99, 35_100, { idempotencyKey: true }),
    '100 of 35 KB': await recordMany(100, 34_000),
    '100 of 36 KB': await recordMany(100, 35_000),
  };

  expect(costs).toMatchInlineSnapshot(`
    {
      "100 of 35 KB": {
        "read": 105,
        "status": 200,
        "write": 7702,
      },
      "100 of 36 KB": {
        "read": 105,
        "status": 200,
        "write": 7902,
      },
      "12 of 300 KB": {
        "read": 17,
        "status": 200,
        "write": 7117,
      },
      "50 of 72 KB with a key of their own": {
        "read": 55,
        "status": 200,
        "write": 7451,
      },
      "99 of 36 KB with an Idempotency-Key": {
        "read": 104,
        "status": 200,
        "write": 7857,
      },
    }
  `);
});

/** The costliest is refused, for an answer that shows only when it is read. */
test('the costliest calls that read have 400 KB in each item', { timeout: 120_000 }, async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const longest = { eng: noise(405_000).toString('base64') };
  await publishVersion(table, accountId, pid, noticeContent({ descriptionHtml: longest }), new Date(Date.now() + 1));
  passTime(1_000);
  const revoke = async (id: string, headers = {}) =>
    measure('revokeConsent', { id, proof: proofOf(101_700) }, (await enter(tenant)).token, headers);
  const ids: string[] = [];
  for (let i = 0; i < 17; i += 1) {
    ids.push((await addConsent(tenant, { userData: allKnown, proof: densestProof(368_500) })).consentId);
  }
  const largest = await addConsent(tenant, { userData: { email: 'bob@example.com' }, proof: proofOf(305_000) });

  const withKey = await revoke(largest.consentId, { 'idempotency-key': 'a' });
  const alone = await revoke(ids[0] ?? '');
  for (const id of ids.slice(1)) await revoke(id);
  const search = async (perPage: number) =>
    measure('searchConsents', { userData: allKnown, perPage: String(perPage) }, (await enter(tenant)).token, {});
  const getEvidence = async () => measure('getEvidence', { id: largest.consentId }, (await enter(tenant)).token, {});
  await getEvidence();
  const evidence = await getEvidence();

  const costs = { alone, withKey, 'page of 17': await search(17), 'page of 12': await search(12), evidence };
  expect(
    Object.entries(costs).map(([name, { status, read, write }]) => ({ name, status, read, write })),
  ).toMatchInlineSnapshot(`
    [
      {
        "name": "alone",
        "read": 79,
        "status": 200,
        "write": 801,
      },
      {
        "name": "withKey",
        "read": 79,
        "status": 200,
        "write": 806,
      },
      {
        "name": "page of 17",
        "read": 1705,
        "status": 422,
        "write": 2,
      },
      {
        "name": "page of 12",
        "read": 1205,
        "status": 200,
        "write": 1,
      },
      {
        "name": "evidence",
        "read": 216,
        "status": 200,
        "write": 2,
      },
    ]
  `);
});

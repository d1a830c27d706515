import { expect, test, vi } from 'vitest';
import { addUnits, startMeter } from './support/call/meter.ts';

const meter = await startMeter();
const { measureLedger } = await import('./ledger.ts');
const { consentOf, newTenant, spendUnits } = await import('./support/make/builders.ts');
const { invoke } = await import('./support/call/invoke.ts');
const { findShelf, stock } = await import('./support/make/stock.ts');
const { table } = await import('./support/make/table.ts');

/** Few, but more than a page: what reads a whole list, or reads twice, takes more here too. Some names of the rows tell of more. */
const consents = 120;

test('no call takes more of a small register than it did: a change that takes less lowers the figure here', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const rows = await measureLedger(meter, table, consents);

  expect(`\n${rows.map(({ taken }) => taken).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    login : 5 calls, 4 in a row, 6 RU, 3 WU
    refreshToken : 2 calls, 2 in a row, 1 RU, 1 WU
    details : 1 calls, 1 in a row, 3 RU, 0 WU
    addConsent 1 notice, 1 known key: 2 calls, 2 in a row, 6 RU, 3 WU
    addConsent 1 notice, 3 known keys: 2 calls, 2 in a row, 6 RU, 5 WU
    addConsent 1 notice, 3 known keys, Idempotency-Key: 2 calls, 2 in a row, 6 RU, 8 WU
    addConsent 1 notice, 6 known keys: 2 calls, 2 in a row, 6 RU, 8 WU
    addConsent 1 notice, 3 known keys and 1 own: 2 calls, 2 in a row, 6 RU, 8 WU
    addConsent 1 notice, 1 own key: 2 calls, 2 in a row, 6 RU, 5 WU
    addConsent 1 notice, 3 own keys: 2 calls, 2 in a row, 6 RU, 9 WU
    addConsent 1 notice, 20 own keys: 2 calls, 2 in a row, 6 RU, 43 WU
    addConsent 1 notice, 3 known keys, short HTML: 2 calls, 2 in a row, 6 RU, 8 WU
    addConsent 1 notice, 3 known keys, short HTML, Idempotency-Key: 2 calls, 2 in a row, 6 RU, 14 WU
    addConsent 1 notice, 3 known keys, long HTML: 2 calls, 2 in a row, 6 RU, 16 WU
    addConsent 10 notices, 3 known keys: 2 calls, 2 in a row, 15 RU, 60 WU
    addConsent 10 notices, 3 known keys, Idempotency-Key: 2 calls, 2 in a row, 15 RU, 64 WU
    addConsent 10 notices, 3 known keys, short HTML: 2 calls, 2 in a row, 15 RU, 120 WU
    addConsent 10 notices, 3 known keys, long HTML: 4 calls, 2 in a row, 15 RU, 282 WU
    addConsent 10 notices, 3 known keys and 2 own: 2 calls, 2 in a row, 15 RU, 100 WU
    searchConsents by id: 1 calls, 1 in a row, 5 RU, 0 WU
    searchConsents 1 match: 3 calls, 2 in a row, 5.5 RU, 0 WU
    searchConsents 20 matches: 3 calls, 2 in a row, 25 RU, 0 WU
    searchConsents 20 matches, latest only: 3 calls, 2 in a row, 6 RU, 0 WU
    searchConsents 3 known keys: 20, 1,000 and all: 3 calls, 2 in a row, 25 RU, 0 WU
    searchConsents 6 known keys, 20 matches: 3 calls, 2 in a row, 25 RU, 0 WU
    searchConsents 3 own keys: 20, 1,000 and all: 3 calls, 2 in a row, 25 RU, 0 WU
    searchConsents 3 own keys, the longest list first: 6 calls, 3 in a row, 32 RU, 1 WU
    searchConsents 1,000 matches, first page, first count: 5 calls, 4 in a row, 33.5 RU, 0 WU
    searchConsents all of a name, first page, first count: 5 calls, 4 in a row, 33.5 RU, 0 WU
    searchConsents all by an own key, first page, first count: 5 calls, 4 in a row, 32.5 RU, 0 WU
    searchConsents 2 own keys: all and half of them, first page, first count: 5 calls, 3 in a row, 29.5 RU, 1 WU
    searchConsents all of a project, first page, first count: 5 calls, 4 in a row, 56 RU, 0 WU
    searchConsents 1,000 matches, first page, later: 5 calls, 4 in a row, 33.5 RU, 0 WU
    searchConsents all of a name, first page, later: 6 calls, 4 in a row, 33.5 RU, 1 WU
    searchConsents all by an own key, first page, later: 5 calls, 4 in a row, 32.5 RU, 0 WU
    searchConsents 2 own keys: all and half of them, first page, later: 4 calls, 3 in a row, 29.5 RU, 0 WU
    searchConsents all of a project, first page, later: 5 calls, 4 in a row, 56 RU, 0 WU
    searchConsents 1,000 matches, last page: 7 calls, 5 in a row, 38 RU, 1 WU
    searchConsents all of a name, last page: 6 calls, 5 in a row, 38 RU, 0 WU
    searchConsents 20 matches to a notice, latest only: 3 calls, 2 in a row, 7 RU, 0 WU
    searchConsents all of a name, latest only: 3 calls, 2 in a row, 9 RU, 0 WU
    searchConsents all of a name, in one language, a page in the middle: 6 calls, 5 in a row, 30 RU, 0 WU
    searchConsents all of a project, page in the middle: 6 calls, 4 in a row, 38 RU, 1 WU
    searchConsents 20 matches, with the access log: 4 calls, 2 in a row, 25 RU, 1 WU
    checkPeople 1 person, first of the notice: 4 calls, 3 in a row, 8 RU, 0 WU
    checkPeople 1 person: 3 calls, 3 in a row, 7 RU, 0 WU
    checkPeople 1 person with 3 known keys: 3 calls, 3 in a row, 7 RU, 0 WU
    checkPeople 1 value of all: 2 calls, 2 in a row, 9 RU, 0 WU
    checkPeople 5 people: 7 calls, 3 in a row, 15 RU, 0 WU
    checkPeople 100 people whom nobody knows: 101 calls, 2 in a row, 55 RU, 0 WU
    makeLinks 100 people, of one notice: 1 calls, 1 in a row, 5 RU, 0 WU
    makeLinks 1 person: 1 calls, 1 in a row, 4 RU, 0 WU
    revokeConsent a URL as proof: 2 calls, 2 in a row, 5 RU, 7 WU
    revokeConsent again: 2 calls, 2 in a row, 5 RU, 2 WU
    revokeConsent a URL as proof, Idempotency-Key: 2 calls, 2 in a row, 5 RU, 9 WU
    revokeConsent short HTML: 2 calls, 2 in a row, 5 RU, 11 WU
    revokeConsent long HTML: 2 calls, 2 in a row, 5 RU, 29 WU
    getNotices 1 notice, first read: 2 calls, 2 in a row, 6 RU, 0 WU
    getNotices 1 notice: 1 calls, 1 in a row, 5 RU, 0 WU
    getNotices 10 notices, 9 first read: 2 calls, 2 in a row, 23 RU, 0 WU
    getNotices 10 notices: 1 calls, 1 in a row, 14 RU, 0 WU
    getEvidence : 11 calls, 2 in a row, 18 RU, 0 WU
    listConsents 20 of an account: 6 calls, 4 in a row, 48 RU, 0 WU
    listConsents 50 of a project: 6 calls, 2 in a row, 79 RU, 1 WU
    listConsents 50 of a project, with the access log: 6 calls, 3 in a row, 79 RU, 1 WU
    listConsents 50 of a project in force: 5 calls, 3 in a row, 80.5 RU, 0 WU
    listConsents 20 of a person: 6 calls, 2 in a row, 30 RU, 1 WU
    listConsents 20 of all with a name: 5 calls, 2 in a row, 27 RU, 0 WU
    listConsents none of a project is revoked: 6 calls, 4 in a row, 20.5 RU, 0 WU
    listConsents none of all with a name is revoked: 5 calls, 2 in a row, 110 RU, 0 WU
    listNotices 10 notices: 3 calls, 2 in a row, 6 RU, 0 WU
    getNoticeVersion : 2 calls, 2 in a row, 7 RU, 0 WU
    listProjects : 2 calls, 1 in a row, 5 RU, 0 WU
    getOverview : 5 calls, 2 in a row, 6 RU, 1 WU
    listDueConsents 16 whose people agreed again: 17 calls, 5 in a row, 32.5 RU, 0 WU
    listDueConsents none expires, as far as one call goes: 5 calls, 3 in a row, 13.5 RU, 0 WU
    requestConfirmation 1 notice, a URL as proof: 4 calls, 4 in a row, 10 RU, 10 WU
    requestConfirmation 1 notice, a URL as proof, Idempotency-Key: 4 calls, 4 in a row, 11 RU, 14 WU
    requestConfirmation 10 notices: 4 calls, 4 in a row, 28 RU, 10 WU
    requestErasure 1 consent: 3 calls, 3 in a row, 5 RU, 4 WU
    requestErasure 100 consents: 3 calls, 3 in a row, 107 RU, 10 WU
    listErasureRequests 2 requests: 3 calls, 1 in a row, 5 RU, 1 WU
    changePassword : 6 calls, 6 in a row, 8 RU, 11 WU
    "
  `);
});

test('a long list is counted once: what a later search reads is not more for its length', async () => {
  const tenant = await newTenant();
  const entries = 1_200;
  const time = new Date(Date.now() - 24 * 60 * 60 * 1_000);
  const userData = { country: 'Italy' };
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  await stock(
    table,
    shelf,
    Array.from({ length: entries }, () => ({ time, userData })),
  );
  const search = async (): Promise<number> => {
    const { calls } = await meter(() => invoke('searchConsents', { userData }, { token: tenant.token }));
    return addUnits(calls).read;
  };
  const [first, later] = [await search(), await search()];

  expect(later).toBeLessThan(40);
  expect(first - later).toBeLessThanOrEqual(entries / 28 + 1);
  expect(first - later).toBeGreaterThan(entries / 28 - 10);
});

test('the meter agrees with the engine where that follows the rules', async () => {
  const tenant = await newTenant();
  const { token } = tenant;
  const { result } = await meter(() => invoke('addConsent', consentOf(tenant), { token }));
  await spendUnits(tenant, 'records', 1);
  const proof = { html: 'x'.repeat(3_000) };
  const work = async () => {
    await invoke('revokeConsent', { id: result.body.consentId, proof }, { token });
    await invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token });
    await invoke('searchConsents', { id: result.body.consentId, userData: '' }, { token });
  };

  const { calls } = await meter(work);

  expect(calls.map(({ name }) => name).toSorted()).toEqual([
    'BatchGetItem',
    'BatchGetItem',
    'BatchGetItem',
    'BatchGetItem',
    'Query',
    'TransactWriteItems',
  ]);
  for (const { read, write, engineUnits } of calls) expect(read + write).toBe(engineUnits);
});

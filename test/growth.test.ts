import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { LedgerRow } from './bench/capacity/ledger.ts';
import { consentOf, newTenant } from './support/builders.ts';
import { invoke } from './support/invoke.ts';
import { startMeter } from './support/meter.ts';
import { table } from './support/table.ts';

const meter = await startMeter();
const { makeRegister } = await import('./bench/capacity/register.ts');
const { measureLedger } = await import('./bench/capacity/ledger.ts');

const [few, many] = [1_500, 4_500];
const ledgers = new Map<number, readonly LedgerRow[]>();

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  for (const consents of [few, many]) {
    ledgers.set(consents, await measureLedger(meter, await makeRegister(table, consents), consents));
  }
}, 180_000);

const rowsOf = (consents: number): readonly LedgerRow[] => ledgers.get(consents) ?? [];

const isFirstCount = ({ name }: LedgerRow): boolean => name.endsWith('first count');

const linesOf = (consents: number): string[] =>
  rowsOf(consents)
    .filter((row) => !isFirstCount(row))
    .map(({ operation, name, calls, read, write }) => `${operation} ${name}: ${calls} calls, ${read} RU, ${write} WU`);

test('no call takes more when the register holds more, but for counting a long list the first time', () => {
  expect(linesOf(many)).toEqual(linesOf(few));
});

test('no call takes more than it did: a change that takes less lowers the figure here', () => {
  expect(`\n${linesOf(many).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    login : 5 calls, 6 RU, 3 WU
    refreshToken : 2 calls, 1 RU, 1 WU
    details : 1 calls, 3 RU, 0 WU
    addConsent 1 notice, 1 userData key, a URL as proof: 3 calls, 5 RU, 5 WU
    addConsent 1 notice, 3 userData keys, a URL as proof: 3 calls, 5 RU, 9 WU
    addConsent 1 notice, 3 userData keys, a URL as proof, Idempotency-Key: 3 calls, 5 RU, 11 WU
    addConsent 1 notice, 5 userData keys, a URL as proof: 3 calls, 5 RU, 13 WU
    addConsent 1 notice, 20 userData keys, a URL as proof: 3 calls, 5 RU, 43 WU
    addConsent 1 notice, 3 userData keys, 10 KB of HTML: 3 calls, 5 RU, 13 WU
    addConsent 1 notice, 3 userData keys, 100 KB of HTML: 3 calls, 5 RU, 31 WU
    addConsent 10 notices, 1 userData key, a URL as proof: 3 calls, 14 RU, 50 WU
    addConsent 10 notices, 5 userData keys, a URL as proof: 3 calls, 14 RU, 130 WU
    addConsent 10 notices, 5 userData keys, 10 KB of HTML: 3 calls, 14 RU, 134 WU
    addConsent 10 notices, 5 userData keys, 100 KB of HTML: 3 calls, 14 RU, 152 WU
    searchConsents by id: 2 calls, 4 RU, 0 WU
    searchConsents 1 match: 3 calls, 5 RU, 0 WU
    searchConsents 20 matches: 3 calls, 25 RU, 0 WU
    searchConsents 20 matches, latest only: 3 calls, 6 RU, 0 WU
    searchConsents 3 keys: 20, 1,000 and 100,000 matches: 5 calls, 37 RU, 0 WU
    searchConsents 1,000 matches, first page, later: 5 calls, 30.5 RU, 0 WU
    searchConsents 100,000 matches, first page, later: 5 calls, 30.5 RU, 0 WU
    searchConsents 2 keys: 100,000 and 50,000 matches, first page, later: 7 calls, 37 RU, 0 WU
    searchConsents all of a project, first page, later: 5 calls, 30 RU, 0 WU
    searchConsents 1,000 matches, last page: 6 calls, 56 RU, 0 WU
    searchConsents 100,000 matches, last page: 6 calls, 56 RU, 0 WU
    searchConsents 100,000 matches, latest only: 3 calls, 10 RU, 0 WU
    searchConsents 100,000 matches, in one language, a page in the middle: 6 calls, 56 RU, 0 WU
    searchConsents all of a project, page in the middle: 6 calls, 60.5 RU, 0 WU
    revokeConsent a URL as proof: 2 calls, 3 RU, 2 WU
    revokeConsent again: 2 calls, 3 RU, 2 WU
    getNotices 1 notice, first read: 3 calls, 5 RU, 0 WU
    getNotices 1 notice: 2 calls, 4 RU, 0 WU
    getNotices 10 notices, 9 first read: 3 calls, 22 RU, 0 WU
    getNotices 10 notices: 2 calls, 13 RU, 0 WU
    "
  `);
});

test('counting a list of N the first time reads N / 15 + 20 units for each of its keys', () => {
  const rows = rowsOf(many).filter(isFirstCount);

  expect(rows).toHaveLength(4);
  for (const { name, found = 0, read } of rows) {
    const longest = name.startsWith('1,000') ? 1_000 : many + 50;
    const keys = name.startsWith('2 keys') ? 2 : 1;
    expect(found).toBeLessThanOrEqual(longest);
    expect(read).toBeLessThanOrEqual(keys * (longest / 15 + 20));
  }
});

test('searches of one call take no more than one page of the index would', () => {
  for (const { operation, name, read } of rowsOf(many)) {
    if (operation === 'searchConsents' && !name.endsWith('first count')) expect(read).toBeLessThan(128);
  }
});

describe('the meter', () => {
  test('agrees with the engine where that follows the rules', async () => {
    const tenant = await newTenant();
    const { token } = tenant;
    const { result } = await meter(() => invoke('addConsent', consentOf(tenant), { token }));
    const proof = { html: 'x'.repeat(3_000) };
    const work = async () => {
      await invoke('revokeConsent', { id: result.body.consentId, proof }, { token });
      await invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token });
      await invoke('searchConsents', { id: result.body.consentId, userData: '' }, { token });
    };

    const { calls } = await meter(work);

    expect(calls.map(({ name }) => name)).toEqual([
      'BatchGetItem',
      'UpdateItem',
      'BatchGetItem',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
      'GetItem',
    ]);
    for (const { read, write, engineUnits } of calls) expect(read + write).toBe(engineUnits);
  });
});

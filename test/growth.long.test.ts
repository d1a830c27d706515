import { beforeAll, expect, test, vi } from 'vitest';
import type { LedgerRow } from '../tools/bench/capacity/ledger.ts';
import { startMeter } from './support/meter.ts';
import { representedBy } from './support/representative.ts';
import { table } from './support/table.ts';

/** What each call takes of registers whose lists are long enough to be counted by tallies: a large one, and a larger one. */
const meter = await startMeter();
const { makeRegister } = await import('../tools/bench/capacity/register.ts');
const { measureLedger } = await import('../tools/bench/capacity/ledger.ts');

/** Of the fewer, the half that wants news is worth a tally already, and the latest that a list reads have as many values as those of the more. */
const [few, many] = [3_500, 5_000];
const ledgers = new Map<number, readonly LedgerRow[]>();

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  for (const consents of [few, many]) {
    ledgers.set(consents, await measureLedger(meter, await makeRegister(table, consents), consents));
  }
}, 180_000);

const inBrief = representedBy(
  'test/growth.test.ts',
  'no call takes more of a small register than it did: a change that takes less lowers the figure here',
);

const countedOnce = representedBy(
  'test/growth.test.ts',
  'a long list is counted once: what a later search reads is not more for its length',
);

const inSegments = representedBy(
  'test/functions/consent-register/search-long-lists.test.ts',
  'cost > a long list is counted once and not again',
);

const rowsOf = (consents: number): readonly LedgerRow[] => ledgers.get(consents) ?? [];

const isFirstCount = ({ name }: LedgerRow): boolean => name.endsWith('first count');

const linesOf = (consents: number): string[] =>
  rowsOf(consents)
    .filter((row) => !isFirstCount(row))
    .map(
      ({ operation, name, calls, rounds, read, write }) =>
        `${operation} ${name}: ${calls} calls, ${rounds} in a row, ${read} RU, ${write} WU`,
    );

test(
  'no call takes more when the register holds more, but for counting a long list the first time',
  countedOnce,
  () => {
    expect(linesOf(many)).toEqual(linesOf(few));
  },
);

test('no call takes more than it did: a change that takes less lowers the figure here', inBrief, () => {
  expect(`\n${linesOf(many).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    login : 5 calls, 4 in a row, 6 RU, 3 WU
    refreshToken : 2 calls, 2 in a row, 1 RU, 1 WU
    details : 1 calls, 1 in a row, 3 RU, 0 WU
    addConsent 1 notice, 1 known key, a URL as proof: 2 calls, 2 in a row, 5 RU, 3 WU
    addConsent 1 notice, 3 known keys, a URL as proof: 2 calls, 2 in a row, 5 RU, 5 WU
    addConsent 1 notice, 3 known keys, a URL as proof, Idempotency-Key: 2 calls, 2 in a row, 5 RU, 8 WU
    addConsent 1 notice, 6 known keys, a URL as proof: 2 calls, 2 in a row, 5 RU, 8 WU
    addConsent 1 notice, 3 known keys and 1 own key, a URL as proof: 2 calls, 2 in a row, 5 RU, 8 WU
    addConsent 1 notice, 1 own key, a URL as proof: 2 calls, 2 in a row, 5 RU, 5 WU
    addConsent 1 notice, 3 own keys, a URL as proof: 2 calls, 2 in a row, 5 RU, 9 WU
    addConsent 1 notice, 20 own keys, a URL as proof: 2 calls, 2 in a row, 5 RU, 43 WU
    addConsent 1 notice, 3 known keys, 10 KB of HTML: 2 calls, 2 in a row, 5 RU, 8 WU
    addConsent 1 notice, 3 known keys, 10 KB of HTML, Idempotency-Key: 2 calls, 2 in a row, 5 RU, 14 WU
    addConsent 1 notice, 3 known keys, 100 KB of HTML: 2 calls, 2 in a row, 5 RU, 16 WU
    addConsent 10 notices, 3 known keys, a URL as proof: 2 calls, 2 in a row, 14 RU, 60 WU
    addConsent 10 notices, 3 known keys, a URL as proof, Idempotency-Key: 2 calls, 2 in a row, 14 RU, 64 WU
    addConsent 10 notices, 3 known keys, 10 KB of HTML: 2 calls, 2 in a row, 14 RU, 66 WU
    addConsent 10 notices, 3 known keys, 100 KB of HTML: 2 calls, 2 in a row, 14 RU, 82 WU
    addConsent 10 notices, 3 known keys and 2 own keys, a URL as proof: 2 calls, 2 in a row, 14 RU, 100 WU
    searchConsents by id: 1 calls, 1 in a row, 4 RU, 0 WU
    searchConsents 1 match: 3 calls, 2 in a row, 4.5 RU, 0 WU
    searchConsents 20 matches: 3 calls, 2 in a row, 24 RU, 0 WU
    searchConsents 20 matches, latest only: 3 calls, 2 in a row, 5 RU, 0 WU
    searchConsents 3 known keys: 20, 1,000 and 100,000 matches: 3 calls, 2 in a row, 24 RU, 0 WU
    searchConsents 6 known keys, 20 matches: 3 calls, 2 in a row, 24 RU, 0 WU
    searchConsents 3 own keys: 20, 1,000 and 100,000 matches: 3 calls, 2 in a row, 24 RU, 0 WU
    searchConsents 3 own keys, the longest list first: 5 calls, 3 in a row, 31 RU, 0 WU
    searchConsents 1,000 matches, first page, later: 5 calls, 4 in a row, 28.5 RU, 0 WU
    searchConsents 100,000 matches, first page, later: 5 calls, 4 in a row, 28 RU, 0 WU
    searchConsents 100,000 matches by an own key, first page, later: 5 calls, 4 in a row, 28 RU, 0 WU
    searchConsents 2 own keys: 100,000 and 50,000 matches, first page, later: 6 calls, 5 in a row, 31.5 RU, 0 WU
    searchConsents all of a project, first page, later: 5 calls, 4 in a row, 33.5 RU, 0 WU
    searchConsents 1,000 matches, last page: 6 calls, 5 in a row, 65 RU, 0 WU
    searchConsents 100,000 matches, last page: 6 calls, 5 in a row, 64 RU, 0 WU
    searchConsents 20 matches to a notice, latest only: 3 calls, 2 in a row, 6 RU, 0 WU
    searchConsents 100,000 matches, latest only: 3 calls, 2 in a row, 7.5 RU, 0 WU
    searchConsents 100,000 matches, in one language, a page in the middle: 6 calls, 5 in a row, 62.5 RU, 0 WU
    searchConsents all of a project, page in the middle: 6 calls, 5 in a row, 66 RU, 0 WU
    searchConsents 20 matches, with the access log: 4 calls, 2 in a row, 24 RU, 1 WU
    checkPeople 1 person, first of the notice: 4 calls, 2 in a row, 6 RU, 0 WU
    checkPeople 1 person: 3 calls, 2 in a row, 6 RU, 0 WU
    checkPeople 1 person with 3 known keys: 3 calls, 2 in a row, 6 RU, 0 WU
    checkPeople 1 value of 100,000: 2 calls, 1 in a row, 7.5 RU, 0 WU
    checkPeople 5 people: 7 calls, 2 in a row, 14 RU, 0 WU
    checkPeople 100 people whom nobody knows: 102 calls, 2 in a row, 54 RU, 1 WU
    revokeConsent a URL as proof: 2 calls, 2 in a row, 3 RU, 3 WU
    revokeConsent again: 2 calls, 2 in a row, 3 RU, 2 WU
    revokeConsent a URL as proof, Idempotency-Key: 2 calls, 2 in a row, 4 RU, 7 WU
    revokeConsent 10 KB of HTML: 2 calls, 2 in a row, 3 RU, 5 WU
    revokeConsent 100 KB of HTML: 2 calls, 2 in a row, 4 RU, 27 WU
    getNotices 1 notice, first read: 2 calls, 2 in a row, 5 RU, 0 WU
    getNotices 1 notice: 1 calls, 1 in a row, 4 RU, 0 WU
    getNotices 10 notices, 9 first read: 2 calls, 2 in a row, 22 RU, 0 WU
    getNotices 10 notices: 1 calls, 1 in a row, 13 RU, 0 WU
    getEvidence a URL as proof: 7 calls, 2 in a row, 13 RU, 0 WU
    listConsents 20 of an account: 6 calls, 3 in a row, 29 RU, 0 WU
    listConsents 50 of a project: 5 calls, 2 in a row, 60 RU, 0 WU
    listConsents 50 of a project, with the access log: 6 calls, 3 in a row, 60 RU, 1 WU
    listConsents 50 of a project that are in force: 5 calls, 2 in a row, 62 RU, 0 WU
    listConsents 20 of a person: 5 calls, 2 in a row, 26 RU, 0 WU
    listConsents 20 of 100,000 with a name: 5 calls, 2 in a row, 26 RU, 0 WU
    listConsents none of a project is revoked: 7 calls, 4 in a row, 79 RU, 0 WU
    listConsents none of 100,000 with a name is revoked: 6 calls, 3 in a row, 108.5 RU, 1 WU
    listNotices 10 notices: 3 calls, 1 in a row, 5 RU, 0 WU
    getNoticeVersion : 2 calls, 2 in a row, 6 RU, 0 WU
    listProjects : 2 calls, 1 in a row, 4 RU, 0 WU
    getOverview : 3 calls, 1 in a row, 4.5 RU, 0 WU
    listDueConsents 16 whose people agreed again: 22 calls, 4 in a row, 43 RU, 0 WU
    listDueConsents none expires, as far as one call goes: 7 calls, 4 in a row, 84 RU, 0 WU
    requestErasure 1 consent: 3 calls, 2 in a row, 4 RU, 4 WU
    requestErasure 100 consents: 4 calls, 3 in a row, 103 RU, 11 WU
    listErasureRequests 2 requests: 2 calls, 1 in a row, 4 RU, 0 WU
    changePassword : 5 calls, 5 in a row, 8 RU, 10 WU
    "
  `);
});

test(
  'counting N entries the first time reads N / 28 units beside what a later search reads, of one list alone',
  countedOnce,
  () => {
    const rows = rowsOf(many).filter(isFirstCount);

    expect(rows).toHaveLength(5);
    for (const { name, read, found: entries = 0 } of rows) {
      const later = rowsOf(many).find((row) => row.name === name.replace('first count', 'later'));
      expect(read - (later?.read ?? 0), name).toBeLessThanOrEqual(entries / 28 + 1);
    }
  },
);

test('searches of one call take no more than one page of the index would', inSegments, () => {
  for (const { operation, name, read } of rowsOf(many)) {
    if (operation === 'searchConsents' && !name.endsWith('first count')) expect(read).toBeLessThan(128);
  }
});

import { expect, test } from 'vitest';
import type { ConsentList } from '../../../../shared/consents/listing.ts';
import { projectList, valueList } from '../../../../shared/consents/listing.ts';
import type { Stored, StoredRecord } from '../../../../tools/explore/chaos/stored.ts';
import type { History } from '../../../../tools/explore/chaos/violations.ts';
import { findViolations, newHistory } from '../../../../tools/explore/chaos/violations.ts';

const userData = { email: 'ada@example.com', card: 'gold' };

const keyOf = ({ partition }: ConsentList): string => partition.toString('hex');
const list = String(valueList('a', ['card', 'gold']).partition);
const projectKey = keyOf(projectList('a', 'shop'));
const emailKey = keyOf(valueList('a', ['email', 'ada@example.com']));

const record = (overrides: Partial<StoredRecord> = {}): StoredRecord => ({
  accountId: 'a',
  id: '1',
  pid: 1,
  projectUid: 'shop',
  indexKeys: { projectKey, emailKey },
  marker: 'add',
  userData,
  revoked: undefined,
  ...overrides,
});

const answer = (consentId = '1', consentInformationPid = 1) =>
  JSON.stringify({ data: [{ consentId, consentInformationPid }] });

const revocation = { time: new Date('2026-11-20T12:00:00Z'), marker: 'revoke' };

const storedOf = (...records: StoredRecord[]): Stored => ({
  records,
  revokeProofs: [],
  lookups: records.map(({ id }) => ({ partition: list, id })),
});

const historyOf = ({ adds = [], revokes = [], ...more }: Partial<History> = {}): History => ({
  ...newHistory(),
  adds: [{ accountId: 'a', marker: 'add', userData, pids: [1], answers: [answer()] }, ...adds],
  revokes,
  ...more,
});

const unacknowledged = (pids: number[]) => ({ ...newHistory(), adds: [{ ...addOf(pids), answers: [] }] });
const addOf = (pids: number[]) => ({ accountId: 'a', marker: 'add', userData, pids, answers: [answer()] });
const revokeOf = (...times: string[]) => ({
  accountId: 'a',
  consentId: '1',
  marker: 'revoke',
  answers: times.map((time) => JSON.stringify({ time })),
});
const noon = '2026-11-20 12:00:00';

test.each<[string, History, Stored]>([
  ['an acknowledged consent', historyOf(), storedOf(record())],
  ['a consent without an answer that was stored', unacknowledged([1]), storedOf(record())],
  ['a consent without an answer that was not stored', unacknowledged([1]), storedOf()],
  ['a revocation', historyOf({ revokes: [revokeOf(noon, noon)] }), storedOf(record({ revoked: revocation }))],
  [
    'a revocation that was listed',
    historyOf({ revokes: [revokeOf(noon)], seen: [{ consentId: '1' }] }),
    storedOf(record({ revoked: revocation })),
  ],
  ['a revocation without an answer', historyOf({ revokes: [revokeOf()] }), storedOf(record())],
  ['a refresh token with one winner', historyOf({ winners: new Map([['token', 1]]) }), storedOf(record())],
])('%s is as it should be', (_name, history, stored) => {
  expect(findViolations(history, stored)).toEqual([]);
});

test.each<[string, History, Stored]>([
  ['an acknowledged consent is lost', historyOf(), storedOf()],
  ['a consent is doubled', historyOf(), storedOf(record(), record({ id: '2' }))],
  ['a consent without an answer is doubled', unacknowledged([1]), storedOf(record(), record({ id: '2' }))],
  ['one of two acknowledged notices is missing', { ...newHistory(), adds: [addOf([1, 2])] }, storedOf(record())],
  ['a request without an answer is stored partly', unacknowledged([1, 2]), storedOf(record())],
  ['another id was answered than is stored', historyOf(), storedOf(record({ id: '2' }))],
  ['a consent is stored for another notice', historyOf(), storedOf(record({ pid: 2 }))],
  ['a consent is stored for another account', historyOf(), storedOf(record({ accountId: 'b' }))],
  ['userData are not those that were sent', historyOf(), storedOf(record({ userData: { email: 'eve@example.com' } }))],
  ['a record has no proof', historyOf(), storedOf(record(), record({ id: '2', marker: undefined }))],
  ['a record comes from nowhere', newHistory(), storedOf(record())],
  ['a lookup is missing', historyOf(), { ...storedOf(record()), lookups: [] }],
  ['a consent is not in the list of its project', historyOf(), storedOf(record({ indexKeys: { emailKey } }))],
  ['a consent is not in the list of a value', historyOf(), storedOf(record({ indexKeys: { projectKey } }))],
  [
    'it is in that of another value',
    historyOf(),
    storedOf(record({ indexKeys: { projectKey, emailKey: projectKey } })),
  ],
  [
    'it is in one too many',
    historyOf(),
    storedOf(record({ indexKeys: { projectKey, emailKey, phoneKey: projectKey } })),
  ],
  ['the proof of a revocation is stored alone', historyOf(), { ...storedOf(record()), revokeProofs: ['1'] }],
  ['a lookup has no record', newHistory(), { records: [], revokeProofs: [], lookups: [{ partition: list, id: '1' }] }],
  [
    'a key got two answers',
    { ...newHistory(), adds: [{ ...addOf([1]), answers: [answer(), `${answer()} `] }] },
    storedOf(record()),
  ],
  ['a revocation is undone', historyOf({ revokes: [revokeOf(noon)] }), storedOf(record())],
  [
    'a revocation that was seen is undone',
    historyOf({ seen: [{ consentId: '1', marker: 'revoke' }] }),
    storedOf(record()),
  ],
  ['a revocation that was listed is undone', historyOf({ seen: [{ consentId: '1' }] }), storedOf(record())],
  [
    'the proof of a revocation is replaced',
    historyOf({ revokes: [revokeOf(noon)], seen: [{ consentId: '1', marker: 'an earlier one' }] }),
    storedOf(record({ revoked: revocation })),
  ],
  ['a revocation comes from nowhere', historyOf(), storedOf(record({ revoked: revocation }))],
  [
    'a revocation was acknowledged for another time',
    historyOf({ revokes: [revokeOf('2026-11-20 12:00:01')] }),
    storedOf(record({ revoked: revocation })),
  ],
  [
    'revocations were acknowledged for two times',
    historyOf({ revokes: [revokeOf(noon), revokeOf('2026-11-20 12:00:01')] }),
    storedOf(record({ revoked: revocation })),
  ],
  ['a revoked consent is gone', { ...newHistory(), revokes: [revokeOf(noon)] }, storedOf()],
  ['a refresh token won twice', historyOf({ winners: new Map([['token', 2]]) }), storedOf(record())],
  ['an answer was wrong', historyOf({ wrongAnswers: ['500'] }), storedOf(record())],
])('it is noticed when %s', (_name, history, stored) => {
  expect(findViolations(history, stored)).not.toEqual([]);
});

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { listedColumns, toListedRow } from '../../../../pages/console/consents/listed-row.ts';
import { nameTable, newTableDraft } from '../../../../pages/console/saving/saved-table.ts';
import { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { knownKeys } from '../../../../shared/consents/known-keys.ts';
import { ListedConsent } from '../../../../shared/consents/reports/list-answer.ts';

const consent: ListedConsent = {
  id: '0192f0c12b3c7d4e8f90a1b2c3d4e5f6',
  projectUid: '=cmd',
  projectId: '0192f0c12b3c7d4e8f90a1b2c3d4e5f7',
  consentInformationPid: 2,
  consentInformationVersionId: '0192f0c12b3c7d4e8f90a1b2c3d4e5f8',
  consentInformationVersion: 3,
  lang: 'ita',
  channel: 'web',
  receivedBy: 'letter',
  time: '2026-11-22T10:00:00.000Z',
  userData: { email: '+ada@example.com', number: { label: 'Number', value: '7' } },
  imported: false,
  state: 'revoked',
  since: '2026-11-23T10:00:00.000Z',
  revokeTime: '2026-11-23T10:00:00.000Z',
  expiryTime: null,
  supersedeTime: null,
  eraseTime: null,
  revokeChannel: 'email',
  revokeReceivedBy: null,
};

test('a saved list has a column for every member of a listed consent, the name of the notice, and the values that the contract names', () => {
  expect([...listedColumns].sort()).toEqual([...Object.keys(ListedConsent.entries), 'notice', ...knownKeys].sort());
});

test('every column that an export has too is called as there', () => {
  const exported = Object.keys(ConsentLine.entries);
  const shared = ['id', 'projectUid', 'projectId', 'consentInformationPid', 'consentInformationVersionId', 'lang'];

  expect(exported).toEqual(
    expect.arrayContaining([...shared, 'time', 'channel', 'userData', 'revokeTime', 'eraseTime']),
  );
  expect(listedColumns).toEqual(expect.arrayContaining(shared));
});

test('a list is saved page by page, without a formula', async () => {
  const draft = newTableDraft(listedColumns);
  draft.add([toListedRow(consent, 'News by email')]);
  draft.add([]);
  draft.add([toListedRow({ ...consent, userData: { email: 'x'.repeat(40_000) } }, '=2')]);
  const [first, second, ...rest] = parse<{ readonly userData: string }>(await draft.file().text(), {
    columns: true,
    bom: true,
  });

  expect(draft.count()).toBe(2);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    projectUid: "'=cmd",
    time: consent.time,
    imported: 'no',
    state: 'revoked',
    notice: 'News by email',
    receivedBy: 'letter',
    revokeChannel: 'email',
    revokeReceivedBy: '',
    expiryTime: '',
    email: "'+ada@example.com",
    userData: JSON.stringify(consent.userData),
  });
  expect(second?.userData).toMatch(/^too long/);
});

test('the name of a file says what it lists, and when it was begun', () => {
  expect(nameTable('consents', new Date('2026-11-27T16:36:05.123Z'))).toBe('consents-2026-11-27T16-36-05Z.csv');
});

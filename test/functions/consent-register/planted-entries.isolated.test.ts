import { expect, test, vi } from 'vitest';
import { readDueConsents } from '../../../shared/consents/due.ts';
import { consentIndexes, entryAttributes } from '../../../shared/consents/indexes.ts';
import { readPerson } from '../../../shared/consents/list-consents.ts';
import { readProjects } from '../../../shared/consents/lists.ts';
import { withdraw } from '../../../shared/links/withdrawal.ts';
import type { Finding } from '../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../shared/log/audit/verify-log.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Item, Key } from '../../../shared/store/table.ts';
import { requestUnits } from '../../../shared/store/table.ts';
import { invoke } from '../../support/call/invoke.ts';
import { newLink, pressButton } from '../../support/call/links.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { openOwnLog } from '../../support/make/register-log.ts';
import { deleteItem, putItem } from '../../support/make/stored.ts';
import { erasures, logTable, table } from '../../support/make/table.ts';
import { read } from './evidence/past-register.ts';

const register = await openOwnLog();
const email = 'ada@example.com';

/** Sorts after the ids of all consents. */
const latest = 'f'.repeat(32);

/**
 * Puts an item into the lists that have a consent, beside the service.
 *
 * @param key by default one that says the account
 * @param isBare whether it says nothing that an entry says
 */
const plant = async (
  { accountId }: Tenant,
  like: string,
  key: Partial<Key> = {},
  isBare = false,
): Promise<Item & Key> => {
  const item = await read(keyOf.consent(accountId, like));
  const said = isBare ? [] : [...entryAttributes, 'time'];
  const names = [...said, ...consentIndexes.map(({ partitionKey }) => partitionKey)];
  const entry = Object.fromEntries(names.map((name) => [name, item[name]]).filter(([, value]) => value !== undefined));
  const planted = { ...entry, PK: `${keyOf.account(accountId).PK}#USERDATA#x`, SK: latest, ...key };
  await putItem(table, planted);
  return planted;
};

const audit = async (): Promise<Finding[]> => {
  const found: Finding[] = [];
  await register.publish();
  await verifyLog(
    { table, log: logTable, erasures, kept: [], isAnchored: false, key: register.key },
    {
      segments: 2,
      lag: 3_600_000,
      report: (finding) => found.push(finding),
      onLeaves: () => {},
      onRecords: () => {},
    },
  );
  return found;
};

test('`log verify` names each of them, with its account if its key says one', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId: id } = await addConsent(tenant, { userData: { email } });
  expect(await audit()).toEqual([]);
  const { PK } = keyOf.consent(accountId, id);
  const planted = [
    await plant(tenant, id),
    await plant(tenant, id, { PK: 'X', SK: id }, true),
    await plant(tenant, id, { PK }),
    await plant(tenant, id, keyOf.consent(accountId, latest)),
  ];

  const says = 'it is in lists of consents, and is no consent';

  expect(await audit()).toEqual(
    expect.arrayContaining([
      { kind: 'edited', account: accountId, id: `${planted[0]?.PK} ${latest}`, says },
      { kind: 'edited', account: undefined, id: `X ${id}`, says },
      { kind: 'edited', account: accountId, id: `${PK} ${latest}`, says },
      { kind: 'edited', account: accountId, id: latest, says: 'it cannot be read' },
    ]),
  );
  for (const item of planted) await deleteItem(table, item);
});

/** The ids that each way to read lists finds of Ada, or of the project. */
const findEverywhere = async ({ token, accountId, projectUid, pid }: Tenant) => {
  const lineage = await readLineage(table, accountId);
  const idsOf = (consents: readonly { readonly id: string }[]): string[] => consents.map(({ id }) => id);
  const call = async (operation: 'searchConsents' | 'listConsents', sought: object) =>
    idsOf((await invoke(operation, { ...sought }, { token })).body.data);
  const first = await invoke('searchConsents', { userData: { email }, first: true }, { token });
  const reading = { lineage, filter: {}, onRead: () => {} };
  const persons = await Array.fromAsync(readPerson(table, accountId, new Map([['email', email]]) as never, reading));
  const projects = await Array.fromAsync(readProjects(table, { accountId, projectUids: [projectUid], lineage }));
  const check = await invoke('checkPeople', { pid, people: [{ email }] }, { token });
  return {
    search: await call('searchConsents', { userData: { email } }),
    first: first.body.data.id,
    list: await call('listConsents', { userData: { email } }),
    ofProject: await call('listConsents', { projectUid, userData: {} }),
    commands: [...new Set([persons.flat(), projects.flat()].flatMap(idsOf))],
    check: check.body.data,
  };
};

test.each<[string, Partial<Key>, boolean]>([
  ['says all that an entry says', {}, false],
  ['says nothing', {}, true],
  ['has the key of a consent of another account', keyOf.consent('a'.repeat(32), latest), false],
  ['has a key of nothing', { PK: 'X', SK: 'Y' }, true],
])('an item in a list that is no consent and %s changes nothing, and is logged once a page', async (_, key, isBare) => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email } });
  const before = await findEverywhere(tenant);
  expect(before).toEqual({
    search: [id],
    first: id,
    list: [id],
    ofProject: [id],
    commands: [id],
    check: [{ allowed: true, reason: null }],
  });
  const planted = await plant(tenant, id, key, isBare);
  vi.mocked(console.error).mockClear();

  expect(await findEverywhere(tenant)).toEqual(before);
  const lines = vi.mocked(console.error).mock.calls.flat();
  expect(lines).toContainEqual({ code: 'service.fault', name: 'ForeignEntry', index: 'email', entries: 1 });
  expect(lines).toContainEqual({ code: 'service.fault', name: 'ForeignEntry', index: 'project', entries: 1 });
  await deleteItem(table, planted);
});

test('more of them than a first page has hide nothing', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email } });
  const before = await findEverywhere(tenant);
  const planted = await Promise.all(
    Array.from({ length: 150 }, (_, i) => plant(tenant, id, { SK: `${'f'.repeat(29)}${i + 100}` })),
  );

  expect(await findEverywhere(tenant)).toEqual(before);
  await Promise.all(planted.map((item) => deleteItem(table, item)));
});

test('nobody is left out of those who must be asked again because of one', async () => {
  const tenant = await newTenant();
  const { accountId, pid, projectUid, token } = tenant;
  const { consentId: id } = await addConsent(tenant, { userData: { email } });
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  const planted = await plant(tenant, id);

  const { body } = await invoke('listDueConsents', {}, { token });
  const question = { accountId, projectUids: [projectUid], lineage: await readLineage(table, accountId) };
  const ofCommand = await Array.fromAsync(readDueConsents(table, { ...question, horizon: new Date() }));

  expect(body.data).toMatchObject([{ id }]);
  expect(ofCommand.flat()).toMatchObject([{ id }]);
  await deleteItem(table, planted);
});

test('a link withdraws the consents of its person, and no other that an item puts into its list', async () => {
  const tenant = await newTenant();
  const { consentId: ada } = await addConsent(tenant, { userData: { email } });
  const { consentId: bob } = await addConsent(tenant, { userData: { email: 'bob@example.com' } });
  const planted = await plant(tenant, ada, { SK: bob });

  expect(await pressButton(await newLink(tenant), tenant.pid)).toMatchObject({ status: 200 });

  expect((await findRecord(tenant, ada)).revoked).toBe(true);
  expect((await findRecord(tenant, bob)).revoked).toBe(false);
  await deleteItem(table, planted);
});

test('nor one that its list names, and that has another value', async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const { consentId: ada } = await addConsent(tenant, { userData: { email } });
  const { consentId: bob } = await addConsent(tenant, { userData: { email: 'bob@example.com' } });
  const { emailKey } = await read(keyOf.consent(accountId, ada));
  const { SK, PK, lang } = await read(keyOf.consent(accountId, bob));
  const lying = requestUnits(table, async (send, input) => {
    const answer = await send();
    return 'IndexName' in input ? Object.assign(Object(answer), { Items: [{ PK, SK, pid, lang }] }) : answer;
  });

  const withdrawal = await withdraw(
    { table: lying, log: logTable },
    { accountId, key: 'email', digest: Buffer.from(emailKey as Uint8Array), pid },
    {
      channel: 'web.form',
      proof: { url: 'https://consents.shop.example/p/' },
      observed: { sourceIp: '198.51.100.9', userAgent: '', requestId: 'r' } as never,
      now: new Date(),
      milliseconds: 8_000,
    },
  );

  expect(withdrawal).toEqual({ isDone: true, found: 0, revoked: 0, left: 0 });
  expect((await findRecord(tenant, bob)).revoked).toBe(false);
});

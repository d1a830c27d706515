import { expect, test } from 'vitest';
import { listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { endAt } from '../../support/make/changes.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { deleteItem, putItem, readAll } from '../../support/make/stored.ts';
import { erasures, table } from '../../support/make/table.ts';

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

interface Past {
  readonly given: number;
  readonly revoked?: number;
  readonly email?: string;
  readonly pid?: number;
}

/** Puts consents that were given, and perhaps revoked, so many days ago. @returns their ids */
const give = async ({ accountId, projectUid, pid }: Tenant, ...all: readonly Past[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const { given, revoked, email = 'ada@example.com', pid: other = pid } of all) {
    const shelf = await findShelf(table, accountId, projectUid, other);
    const [id = ''] = await stock(table, shelf, [{ time: daysAgo(given), userData: { email, club: 'B-7' } }]);
    if (revoked !== undefined) await endAt(accountId, id, 'revokeTime', daysAgo(revoked));
    ids.push(id);
  }
  return ids;
};

/** A tenant whose notice keeps consents for 30 days after their end, and holds them for a year. */
const newShop = async (): Promise<Tenant & { readonly name: string }> => {
  const tenant = await newTenant();
  await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ retentionDays: 30, validityDays: 365 }),
    new Date(),
  );
  return { ...tenant, name: tenant.notices[0]?.name ?? '' };
};

const purge = ({ accountId }: Tenant, ...words: readonly string[]) =>
  admin('consent', 'purge', '--account', accountId, ...words);

const purgeData = ({ accountId }: Tenant, ...words: readonly string[]) =>
  adminData('consent', 'purge', '--account', accountId, '--yes', ...words);

const isErased = async (tenant: Tenant, id: string): Promise<boolean> =>
  Object.keys((await findRecord(tenant, id)).userData).length === 0;

test('lists first what is due, and how much by notice and by what ended it', async () => {
  const shop = await newShop();
  const [revoked, , expired] = await give(shop, { given: 90, revoked: 31 }, { given: 90, revoked: 29 }, { given: 396 });
  await give(shop, { given: 10 });
  const before = await readAll();

  const { exitCode, stdout, stderr } = await purge(shop, '--check');
  expect(exitCode).toBe(6);
  const [header = '', ...rows] = stdout.trimEnd().split('\n');
  expect(header.split(/ +/)).toEqual('id given project notice version lang channel state since'.split(' '));
  expect(rows.map((row) => row.split(' ')[0])).toEqual([expired, revoked].map((id) => id?.slice(0, 16)));
  expect(stderr).toMatch(
    new RegExp(
      `^notice +PID +ended by +consents\n${shop.name} +${shop.pid} +revoked +1\n${shop.name} +${shop.pid} +expired +1\nconsent-register: 2 consents would be purged.$`,
      'm',
    ),
  );
  const json = await admin('consent', 'purge', '--account', shop.accountId, '--check', '--json');
  const told = JSON.parse(json.stdout);
  const list = await adminData('consent', 'list', '--account', shop.accountId);
  const asListed = (id: string | undefined) => list.find((each: { id: string }) => each.id === id);
  expect(told).toEqual({
    consents: 2,
    counts: ['revoked', 'expired'].map((endedBy) => ({
      consentInformationName: shop.name,
      consentInformationPid: shop.pid,
      endedBy,
      consents: 1,
    })),
    withoutTerm: 0,
    due: [asListed(expired), asListed(revoked)],
  });
  expect((await purge(shop, '--check', '--csv')).stdout.trimEnd().split('\n')).toHaveLength(3);
  expect((await purge(shop, '--check', '--limit', '1')).stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(await readAll()).toEqual(before);
});

test('asks first, with what is due', async () => {
  const shop = await newShop();
  const [id] = await give(shop, { given: 90, revoked: 31 });
  const before = await readAll();

  const { exitCode, stdout, stderr } = await purge(shop);

  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`\n${id?.slice(0, 16)}  `);
  expect(stderr).toContain(
    '1 consent will be purged: values, proofs and IP addresses are erased. Notice, version, times and channel stay as evidence. This cannot be undone. Go on? Confirm with --yes.',
  );
  expect(await readAll()).toEqual(before);
});

test('purges what is due by the rules of erasure, and nothing else', async () => {
  const shop = await newShop();
  const [due = '', kept = '', inForce = ''] = await give(
    shop,
    { given: 90, revoked: 31 },
    { given: 90, revoked: 29 },
    { given: 10 },
  );
  const others = (items: Awaited<ReturnType<typeof readAll>>) =>
    items.filter(({ SK }) => SK === kept || SK === inForce);
  const before = others(await readAll());

  const done = await purgeData(shop, '--reason', 'retention');

  expect(done).toMatchObject({ consents: 1, extent: 'evidence', erased: 1, before: 0, missing: 0 });
  expect(others(await readAll())).toEqual(before);
  expect(before).toHaveLength(4);
  const { SK: _, ...record } = { SK: due, ...(await findRecord(shop, due)) };
  expect(record).toMatchObject({ userData: {}, proof: {}, revoked: true });
  expect(new Date(`${record.revokeTime?.replace(' ', 'T')}Z`).getTime()).toBeLessThan(daysAgo(30).getTime());
  const [listed] = await Array.fromAsync(listErasures(erasures, shop.accountId));
  expect(listed).toEqual([{ consentId: due, time: new Date(done.time), extent: 'evidence' }]);

  const [end, begin] = await listLogEntries(table, 2);
  const { accountId } = shop;
  expect(begin).toMatchObject({ command: 'consent purge', reason: 'retention' });
  expect(begin?.target).toMatchObject({ accountId, consents: 1, extent: 'evidence', projects: 1 });
  expect(end?.target).toMatchObject({ accountId, erased: 1, before: 0, missing: 0, ended: true });

  const after = await readAll();
  expect(await purge(shop, '--yes')).toMatchObject({ exitCode: 0, stdout: '' });
  expect((await purge(shop, '--yes')).stderr).toContain('No consent is due for a purge.');
  expect((await purge(shop, '--check')).exitCode).toBe(0);
  expect(await readAll()).toEqual(after);
});

test('where a version says no days, only a date purges; a consent in force it never does', async () => {
  const tenant = await newTenant();
  const [old = '', late = '', inForce = ''] = await give(
    tenant,
    { given: 90, revoked: 31 },
    { given: 90, revoked: 3 },
    { given: 80 },
  );
  const before = await readAll();

  const { stderr, exitCode } = await purge(tenant, '--yes');
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    '2 consents have ended and stay, because their versions have no retentionDays. --ended-before purges such consents too.\nNo consent is due for a purge.\n',
  );
  expect(await readAll()).toEqual(before);

  const date = daysAgo(10).toISOString().slice(0, 10);
  expect(await purgeData(tenant, '--ended-before', date)).toMatchObject({ erased: 1, withoutTerm: 0 });
  expect((await listLogEntries(table, 2))[1]?.target).toMatchObject({ endedBefore: `${date}T00:00:00.000Z` });
  expect(await Promise.all([old, late, inForce].map((id) => isErased(tenant, id)))).toEqual([true, false, false]);
});

test('a notice and a project narrow it', async () => {
  const tenant = await newTenant({ notices: 2 });
  const other = tenant.notices[1]?.pid ?? 0;
  const [one = '', two = ''] = await give(tenant, { given: 9, revoked: 5 }, { given: 9, revoked: 5, pid: other });
  const date = ['--ended-before', daysAgo(1).toISOString().slice(0, 10)];

  await purgeData(tenant, ...date, '--notice', String(other), '--project', tenant.projectUid);

  expect([await isErased(tenant, one), await isErased(tenant, two)]).toEqual([false, true]);
  expect((await listLogEntries(table, 2))[1]?.target).toMatchObject({ pid: other, projects: 1 });
});

test.each([[], ['--everything']])('a consent in force stays, whatever an item beside it says: %s', async (...words) => {
  const shop = await newShop();
  const [id = ''] = await give(shop, { given: 90 });
  const stored = await getItem(table, keyOf.consent(shop.accountId, id));
  const { projectKey, projectUid, pid, versionId, lang, channel, storedBytes, answerBytes } = stored ?? {};
  const planted = {
    ...{ projectKey, projectUid, pid, versionId, lang, channel, storedBytes, answerBytes },
    ...keyOf.lookup(shop.accountId, 'x', id),
    revokeTime: daysAgo(60).toISOString(),
  };
  await putItem(table, planted);

  expect(await purge(shop, '--check', ...words)).toMatchObject({ exitCode: 0 });
  expect(await purgeData(shop, ...words)).toMatchObject({ consents: 0, erased: 0 });
  expect(await getItem(table, keyOf.consent(shop.accountId, id))).toEqual(stored);
  await deleteItem(table, planted);
});

test('with everything they leave the reports, also those whose evidence was kept before', async () => {
  const shop = await newShop();
  const ids = await give(shop, { given: 90, revoked: 31 }, { given: 95, revoked: 32, email: 'bo@example.com' });
  const report = async () =>
    (await adminData('report', '--by', 'notice,version,lang,channel', '--account', shop.accountId)).rows;
  const counted = await report();
  await purgeData(shop);
  expect(await purgeData(shop)).toMatchObject({ erased: 0 });

  const done = await purgeData(shop, '--everything');

  expect(done).toMatchObject({ erased: 2, extent: 'everything' });
  for (const id of ids) expect(await admin('consent', 'show', id)).toMatchObject({ exitCode: 3 });
  expect(counted).toHaveLength(1);
  expect(await report()).toEqual([]);
  expect((await readAll()).filter(({ SK }) => ids.includes(String(SK)))).toEqual([]);
});

import { expect, test } from 'vitest';
import type { DueQuestion } from '../../../shared/consents/due.ts';
import { readDueConsents } from '../../../shared/consents/due.ts';
import { findDueReasons } from '../../../shared/consents/due-reasons.ts';
import type { UserData } from '../../../shared/consents/person-data.ts';
import type { ConsentTimes } from '../../../shared/consents/state.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { write } from '../../../shared/store/write.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordCalls } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant, noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import type { Stocked } from '../../support/make/stock.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { table } from '../../support/make/table.ts';
import { lineageVersion } from './lineage-version.ts';

const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** Puts consents to the current version of a notice, by default the tenant's first. */
const give = async (
  { accountId, projectUid, pid }: Pick<Tenant, 'accountId' | 'projectUid' | 'pid'>,
  ...consents: readonly (Partial<Stocked> & { readonly userData: UserData })[]
): Promise<string[]> => {
  const shelf = await findShelf(table, accountId, projectUid, pid);
  return stock(
    table,
    shelf,
    consents.map((consent) => ({ time: daysAgo(10), ...consent })),
  );
};

const askAgain = ({ accountId, pid }: Tenant) =>
  publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), now);

const pagesOf = async ({ accountId, projectUid }: Tenant, more: Partial<DueQuestion> = {}) => {
  const lineage = await readLineage(table, accountId);
  const question = { accountId, projectUids: [projectUid], lineage, horizon: now, ...more };
  return Array.fromAsync(readDueConsents(table, question));
};

const dueOf = async (tenant: Tenant, more?: Partial<DueQuestion>): Promise<string[]> =>
  (await pagesOf(tenant, more)).flat().map(({ id }) => id);

test('lists consents that are due with their reasons and the data of their people, the oldest first', async () => {
  const tenant = await newTenant();
  const [later, first] = await give(
    tenant,
    { userData: { email: 'a@example.com' }, lang: 'deu', time: daysAgo(5) },
    { userData: { email: { label: 'E-mail', value: 'b@example.com' } }, time: daysAgo(6) },
  );
  const { versionId } = await askAgain(tenant);
  await give(tenant, { userData: { email: 'c@example.com' }, time: now });

  const due = (await pagesOf(tenant)).flat();

  expect(due.map(({ id }) => id)).toEqual([first, later]);
  expect(due).toMatchObject([
    { userData: { email: { value: 'b@example.com' } }, reasons: [{ reason: 'superseded' }] },
    { userData: { email: 'a@example.com' }, reasons: [{ reason: 'superseded' }, { reason: 'language' }] },
  ]);
  expect(due[0]?.version.askedAgainBy?.id).toBe(versionId);
  expect(await dueOf(tenant, { reason: 'language' })).toEqual([later]);
  expect(await dueOf(tenant, { reason: 'expires' })).toEqual([]);
});

test('leaves out what was revoked or erased', async () => {
  const tenant = await newTenant();
  const [revoked = '', erased = '', other] = await give(
    tenant,
    ...['a', 'b', 'c'].map((name) => ({ userData: { email: `${name}@example.com` } })),
  );
  await askAgain(tenant);
  await invoke('revokeConsent', { id: revoked, proof: { url: 'x' } }, { token: tenant.token });
  await write(table, {
    update: keyOf.consent(tenant.accountId, erased),
    expression: 'SET eraseTime = :now',
    condition: 'attribute_exists(PK)',
    values: { ':now': now.toISOString() },
  });

  expect(await dueOf(tenant)).toEqual([other]);
});

/** Of two consents of the same person the earlier one is not due. */
test.each<[string, UserData, UserData, boolean]>([
  ['the same email', { email: 'Ada@example.com', phone: '1' }, { email: ' ada@EXAMPLE.com' }, true],
  ['the same labelled email', { email: 'ada@example.com' }, { email: { label: 'x', value: 'ada@example.com' } }, true],
  [
    'another email, the same telephone',
    { email: 'a@example.com', phone: '1' },
    { email: 'b@example.com', phone: '1' },
    false,
  ],
  ['no email then', { email: 'a@example.com', phone: '1' }, { phone: '1' }, false],
  ['the same tax code', { tax_code: 'x1', phone: '1' }, { tax_code: 'X1', phone: '2' }, true],
  [
    'another tax code, the same mobile telephone',
    { tax_code: '1', mobile_phone: '7' },
    { tax_code: '2', mobile_phone: '7' },
    false,
  ],
  [
    'another mobile telephone, the same telephone',
    { mobile_phone: '1', phone: '7' },
    { mobile_phone: '2', phone: '7' },
    false,
  ],
  ['the same mobile telephone', { mobile_phone: '+44 7700', phone: '1' }, { mobile_phone: '(+44)7700' }, true],
  ['the same telephone', { phone: '12', first_name: 'A' }, { phone: '1 2', first_name: 'B' }, true],
  ['a blank email, the same telephone', { email: ' ', phone: '12' }, { phone: '12' }, true],
  ['the same values of all keys', { first_name: 'A', card: '7' }, { first_name: 'a', card: '7', size: 'M' }, true],
  ['one of two values', { first_name: 'A', card: '7' }, { first_name: 'A', card: '8' }, false],
  ['the other of two values', { first_name: 'A', card: '7' }, { first_name: 'B', card: '7' }, false],
  ['the same email, another tax code', { email: 'a@example.com', tax_code: '1' }, { email: 'a@example.com' }, true],
  ['the same tax code, another email', { email: 'a@example.com', tax_code: '1' }, { tax_code: '1' }, false],
  ['no value', { note: ' ' }, { note: ' ' }, false],
])('a later consent with %s', async (_what, userData, later, isFollowed) => {
  const tenant = await newTenant();
  const [id] = await give(tenant, { userData });
  await askAgain(tenant);
  await give(tenant, { userData: later, time: now });

  expect(await dueOf(tenant)).toEqual(isFollowed ? [] : [id]);
});

test('a later consent counts whatever became of it, and only to the same notice in the same project', async () => {
  const tenant = await newTenant({ notices: 2 });
  const { accountId, token } = tenant;
  await createProject(table, { accountId, uid: 'other', name: 'Other' }, changeAt(now));
  const ids = await give(
    tenant,
    ...['a', 'b', 'c'].map((name, i) => ({ userData: { email: `${name}@example.com` }, time: daysAgo(10 - i) })),
  );
  await askAgain(tenant);
  const [revoked = ''] = await give(tenant, { userData: { email: 'a@example.com' }, time: daysAgo(1) });
  await invoke('revokeConsent', { id: revoked, proof: { url: 'x' } }, { token });
  await give({ ...tenant, pid: tenant.notices[1]?.pid ?? 0 }, { userData: { email: 'b@example.com' }, time: now });
  await give({ ...tenant, projectUid: 'other' }, { userData: { email: 'c@example.com' }, time: now });

  expect(await dueOf(tenant)).toEqual(ids.slice(1));
  expect(await dueOf(tenant, { pid: tenant.notices[1]?.pid })).toEqual([]);
  expect(await dueOf(tenant, { versionId: tenant.notices[0]?.versionId })).toEqual(ids.slice(1));
  expect(await dueOf(tenant, { projectUids: ['other', tenant.projectUid] })).toEqual(ids.slice(1));
});

test('the same email in another account is another person', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const [id] = await give(tenant, { userData: { email: 'ada@example.com' } });
  await askAgain(tenant);
  const twin = { accountId: other.accountId, uid: tenant.projectUid, name: 'Of the same name' };
  await createProject(table, twin, changeAt(now));
  await give({ ...other, projectUid: tenant.projectUid }, { userData: { email: 'ada@example.com' }, time: now });

  expect(await dueOf(tenant)).toEqual([id]);
  expect(await dueOf({ ...other, projectUid: tenant.projectUid })).toEqual([]);
});

test('a consent for which all reasons hold tells them all, and since when', async () => {
  const others = await newTenant();
  const old = await createNotice(table, others.accountId, noticeContent(), daysAgo(60));
  const tenant = { ...others, pid: old.pid };
  const limited = noticeContent({ validityDays: 30, descriptionHtml: { ita: '<p>Testo</p>' } });
  await publishVersion(table, tenant.accountId, tenant.pid, limited, daysAgo(50));
  const [id] = await give(tenant, { userData: { email: 'ada@example.com' }, time: daysAgo(40), lang: 'eng' });
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ askAgain: true }), now);

  const [due] = (await pagesOf(tenant, { horizon: daysAgo(-99_999) })).flat();

  expect(due?.id).toBe(id);
  expect(due?.reasons.map(({ reason, since }) => [reason, since >= now || since.getTime()])).toEqual([
    ['expires', daysAgo(10).getTime()],
    ['superseded', true],
    ['language', daysAgo(40).getTime()],
  ]);
});

test('reads the records of candidates alone, a hundred at a time', async () => {
  const tenant = await newTenant();
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ validityDays: 30 }), now);
  const people = (count: number, time: Date) =>
    Array.from({ length: count }, (_, i) => ({ userData: { email: `${time.getTime()}-${i}@example.com` }, time }));
  await give(tenant, ...people(150, daysAgo(40)), ...people(60, daysAgo(1)));
  const read: number[] = [];
  const { accountId, projectUid } = tenant;
  const lineage = await readLineage(table, accountId);

  const { result: pages, calls } = await recordCalls(() =>
    Array.fromAsync(
      readDueConsents(table, { accountId, projectUids: [projectUid], lineage, horizon: now }, (count) =>
        read.push(count),
      ),
    ),
  );

  expect(pages.map((page) => page.length)).toEqual([100, 50]);
  expect(read).toEqual([60, 100, 50]);
  expect(calls.filter((call) => call === 'BatchGetItem')).toHaveLength(2);
  expect(calls.filter((call) => call === 'Query')).toHaveLength(1 + 150);
});

const day = (of: number): Date => new Date(Date.UTC(2026, 0, of));
const given = day(1);
const horizon = day(30);

const reasonsOf = (times: Partial<ConsentTimes>, lang: 'eng' | 'deu' = 'eng') => {
  const facets = { projectUid: 'shop', pid: 1, versionId: 'v', lang, channel: 'web' as const };
  return findDueReasons({ facets, version: lineageVersion(), times: { given, ...times } }, horizon).map(
    ({ reason, since }) => [reason, since],
  );
};

test.each([
  ['nothing', {}, []],
  ['what has expired', { expires: day(2) }, [['expires', day(2)]]],
  ['what expires at the horizon', { expires: horizon }, [['expires', horizon]]],
  ['nothing that expires later', { expires: new Date(horizon.getTime() + 1) }, []],
  ['what is superseded', { superseded: day(3) }, [['superseded', day(3)]]],
  [
    'both',
    { superseded: day(3), expires: day(2) },
    [
      ['expires', day(2)],
      ['superseded', day(3)],
    ],
  ],
  ['nothing that was revoked', { superseded: day(3), revoked: day(4) }, []],
  ['nothing that was erased', { superseded: day(3), erased: day(4) }, []],
])('a reason is %s', (_what, times, reasons) => {
  expect(reasonsOf(times)).toEqual(reasons);
});

test('a reason is a language in which the version has no text, since the consent was given', () => {
  expect(reasonsOf({}, 'deu')).toEqual([['language', given]]);
  expect(reasonsOf({ superseded: day(3) }, 'deu')).toEqual([
    ['superseded', day(3)],
    ['language', given],
  ]);
  expect(reasonsOf({ revoked: day(3) }, 'deu')).toEqual([]);
});

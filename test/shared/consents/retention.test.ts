import { expect, test } from 'vitest';
import type { Retention, RetentionQuestion } from '../../../shared/consents/retention.ts';
import { confirmLapsed, decideRetention, readLapsed } from '../../../shared/consents/retention.ts';
import type { ConsentTimes } from '../../../shared/consents/state.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { recordCalls } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant, noticeContent } from '../../support/make/builders.ts';
import { endAt } from '../../support/make/changes.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { deleteItem, editItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';
import { lineageVersion } from './lineage-version.ts';

const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** A tenant whose notice is older than all that is tried with it. */
const newOldTenant = async (): Promise<Tenant> => {
  const tenant = await newTenant();
  const { pid } = await createNotice(table, tenant.accountId, noticeContent(), daysAgo(500));
  return { ...tenant, pid };
};

/** Puts consents to the current version of the notice; each was given, and perhaps revoked, so many days ago. */
const give = async (
  { accountId, projectUid, pid }: Tenant,
  ...all: readonly (readonly [given: number, revoked?: number])[]
) => {
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const consents = all.map(([given], i) => ({ time: daysAgo(given), userData: { email: `p${i}@example.com` } }));
  const ids = await stock(table, shelf, consents);
  for (const [i, [, revoked]] of all.entries()) {
    if (revoked !== undefined) await endAt(accountId, ids[i] ?? '', 'revokeTime', daysAgo(revoked));
  }
  return ids;
};

const read = async (
  { accountId, projectUid }: Tenant,
  retention: Partial<Retention> = {},
  more: Partial<RetentionQuestion> = {},
) => {
  const lineage = await readLineage(table, accountId);
  const question = {
    accountId,
    projectUids: [projectUid],
    lineage,
    retention: { now, withErased: false, ...retention },
  };
  const pages = await Array.fromAsync(readLapsed(table, { ...question, ...more }));
  return {
    ids: pages.flatMap(({ lapsed }) => lapsed.map(({ id }) => id)),
    endings: pages.flatMap(({ lapsed }) => lapsed.map(({ ending }) => ending)),
    withoutTerm: pages.reduce((sum, page) => sum + page.withoutTerm, 0),
  };
};

test('each consent is kept as long as the version says that was agreed to, whatever the others say', async () => {
  const tenant = await newOldTenant();
  const { accountId, pid } = tenant;
  const [silent = ''] = await give(tenant, [400, 100]);
  await publishVersion(table, accountId, pid, noticeContent({ retentionDays: 50, validityDays: 30 }), daysAgo(390));
  const [revoked = '', expired = '', inForce = ''] = await give(tenant, [300, 290], [200], [20]);
  await publishVersion(table, accountId, pid, noticeContent({ retentionDays: 5_000 }), daysAgo(60));
  const [kept = ''] = await give(tenant, [59, 58]);

  expect(await read(tenant)).toEqual({ ids: [revoked, expired], endings: ['revoked', 'expired'], withoutTerm: 1 });
  const byDate = await read(tenant, { endedBefore: daysAgo(10) });
  expect(byDate).toMatchObject({ ids: [silent, revoked, expired, kept], withoutTerm: 0 });
  expect(byDate.ids).not.toContain(inForce);
});

test('a notice, a version and a project narrow it', async () => {
  const tenant = await newTenant({ notices: 2 });
  const [first, second] = tenant.notices;
  const endedBefore = daysAgo(1);
  const [one] = await give(tenant, [10, 5]);
  const [other] = await give({ ...tenant, pid: second?.pid ?? 0 }, [10, 5]);

  expect((await read(tenant, { endedBefore })).ids.sort()).toEqual([one, other].sort());
  expect((await read(tenant, { endedBefore }, { pid: second?.pid })).ids).toEqual([other]);
  expect((await read(tenant, { endedBefore }, { pid: first?.pid, versionId: first?.versionId })).ids).toEqual([one]);
  expect((await read(tenant, { endedBefore }, { projectUids: [] })).ids).toEqual([]);
});

test('many are read a page at a time, from the list of the project alone', async () => {
  const tenant = await newOldTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ askAgain: true, retentionDays: 1 }),
    daysAgo(3),
  );
  const times = Array.from({ length: 1_300 }, (_, i) => new Date(daysAgo(30).getTime() + i * 1_000));
  await stock(
    table,
    shelf,
    times.map((time) => ({ time, userData: { email: 'ada@example.com' }, proof: { a: 'b' } })),
  );
  const lineage = await readLineage(table, tenant.accountId);
  const question = { accountId: tenant.accountId, projectUids: [tenant.projectUid], lineage };
  const sizes: number[] = [];

  const { calls } = await recordCalls(async () => {
    const retention = { now: daysAgo(-2), withErased: false, endedBefore: daysAgo(-1) };
    for await (const { lapsed } of readLapsed(table, { ...question, retention })) sizes.push(lapsed.length);
  });

  expect(sizes).toEqual([1_200, 100]);
  expect(calls).toEqual(['Query', 'Query']);
});

test('the records decide what is erased, and a hundred are read at once', async () => {
  const tenant = await newOldTenant();
  const { accountId } = tenant;
  const [lapsed = '', open = '', erased = '', late = '', gone = '', damaged = ''] = await give(
    tenant,
    ...Array.from({ length: 6 }, () => [90, 60] as const),
  );
  const question = {
    accountId,
    projectUids: [tenant.projectUid],
    lineage: await readLineage(table, accountId),
    retention: { now, withErased: false, endedBefore: daysAgo(30) },
  };
  const listed = (await Array.fromAsync(readLapsed(table, question))).flatMap((page) => page.lapsed);
  const edit = (id: string, ...how: readonly [string, Record<string, unknown>?]) =>
    editItem(table, keyOf.consent(accountId, id), ...how);
  await edit(open, 'REMOVE revokeTime');
  await edit(erased, 'SET eraseTime = :at', { ':at': daysAgo(50).toISOString() });
  await edit(late, 'SET revokeTime = :at', { ':at': daysAgo(20).toISOString() });
  await edit(damaged, 'SET pid = :no', { ':no': 'x' });
  await deleteItem(table, keyOf.consent(accountId, gone));

  const { calls, result } = await recordCalls(() => confirmLapsed(table, question, listed));

  expect(listed).toHaveLength(6);
  expect(result.map(({ id }) => id).sort()).toEqual([lapsed, damaged].sort());
  expect(calls).toEqual(['BatchGetItem']);
});

const day = (text: string): Date => new Date(`${text}T12:00:00.000Z`);
const aDay = day('2026-11-22');
const ofNow: Retention = { now: aDay, withErased: false };

const judge = (times: Partial<ConsentTimes>, retentionDays?: number, retention: Partial<Retention> = {}) =>
  decideRetention(
    {
      times: { given: day('2024-01-01'), ...times },
      version: lineageVersion(retentionDays === undefined ? {} : { retentionDays }),
    },
    { ...ofNow, ...retention },
  );

test('days of 24 hours after its end a consent is due, and not a millisecond earlier', () => {
  const due = { ending: 'revoked', dueSince: aDay };

  expect(judge({ revoked: day('2026-11-12') }, 10)).toEqual(due);
  expect(judge({ revoked: new Date(day('2026-11-12').getTime() + 1) }, 10)).toBe('kept');
  expect(judge({ revoked: day('2026-11-12') }, 11)).toBe('kept');
});

test('its first end counts, by whatever it came', () => {
  const [early, late] = [day('2025-01-01'), day('2026-11-21')];

  expect(judge({ expires: early, revoked: late }, 100)).toMatchObject({ ending: 'expired' });
  expect(judge({ superseded: early, expires: late, revoked: late }, 100)).toMatchObject({ ending: 'superseded' });
  expect(judge({ revoked: early, superseded: late }, 100)).toMatchObject({ ending: 'revoked' });
  expect(judge({ revoked: late, expires: late }, 100)).toBe('kept');
});

test.each<[string, Partial<ConsentTimes>]>([
  ['that nothing ends', {}],
  ['that is to expire', { expires: new Date(aDay.getTime() + 1) }],
  ['that is superseded in the future', { superseded: day('2027-01-01') }],
])('a consent %s is in force and never due', (_what, times) => {
  expect(judge(times, 1)).toBe('kept');
  expect(judge(times, undefined, { endedBefore: day('2099-01-01') })).toBe('kept');
  expect(judge(times, 1, { withErased: true })).toBe('kept');
});

test('where the version says no days, nothing is due but by a date', () => {
  const times = { revoked: day('2025-06-01') };

  expect(judge(times)).toBe('no-term');
  expect(judge(times, undefined, { endedBefore: day('2025-06-01') })).toBe('kept');
  expect(judge(times, undefined, { endedBefore: new Date(day('2025-06-01').getTime() + 1) })).toEqual({
    ending: 'revoked',
    dueSince: day('2025-06-01'),
  });
});

test('a date takes the place of the days', () => {
  const times = { revoked: day('2026-06-01') };

  expect(judge(times, 9_999, { endedBefore: day('2026-07-01') })).toMatchObject({ ending: 'revoked' });
  expect(judge(times, 1, { endedBefore: day('2026-05-01') })).toBe('kept');
});

test('what was erased is due again only if the evidence must go too, from the end that it had', () => {
  const times = { revoked: day('2025-01-01'), erased: day('2026-11-21') };

  expect(judge(times, 30)).toBe('kept');
  expect(judge(times, 30, { withErased: true })).toMatchObject({ ending: 'revoked' });
  expect(judge({ erased: day('2026-11-21') }, 30, { withErased: true })).toBe('kept');
  expect(judge({ erased: day('2026-11-21') }, 1, { withErased: true })).toEqual({ ending: 'erased', dueSince: aDay });
});

test('days without number are no end', () => {
  expect(judge({ revoked: day('2025-01-01') }, Number.MAX_SAFE_INTEGER)).toBe('kept');
});

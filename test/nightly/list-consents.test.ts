import { afterEach, expect, test, vi } from 'vitest';
import { listBounds } from '../../shared/api/limits.ts';
import { createProject } from '../../shared/identity/project.ts';
import { list, listAll, timeout } from '../functions/consent-register/listed-consents.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { now } from '../support/make/long-lists.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { table } from '../support/make/table.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('lists the projects of an account together, up to as many as one call reads', { timeout }, async () => {
  const tenant = await newTenant();
  const uids = Array.from({ length: listBounds.projects }, (_, i) => `site-${i}`);
  for (const uid of uids.slice(1)) {
    await createProject(table, { accountId: tenant.accountId, uid, name: uid }, changeAt());
  }
  const ids: string[] = [];
  for (let i = 0; i < 24; i += 1) {
    const projectUid = i % 3 === 0 ? tenant.projectUid : `site-${1 + (i % 7)}`;
    ids.push((await addConsent(tenant, { projectUid })).consentId);
  }

  expect((await listAll(tenant, { perPage: 5 })).ids).toEqual(ids.toSorted().reverse());
  await createProject(table, { accountId: tenant.accountId, uid: 'site-0', name: 'One more' }, changeAt());
  expect(await invoke('listConsents', {}, tenant)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'projectUid', code: 'missing' }] },
  });
  expect((await list(tenant, { userData: { email: 'ada@example.com' }, perPage: 1 })).data).toHaveLength(1);
});

test('goes on through a busy project as far as in one alone, however many others have older consents', {
  timeout,
}, async () => {
  const tenant = await newTenant();
  const { accountId, projectUid, pid } = tenant;
  const fill = async (uid: string, count: number, end: number): Promise<void> => {
    const times = Array.from({ length: count }, (_, i) => new Date(end - i * 1_000));
    const consents = times.map((time) => ({ time, userData: { email: 'ada@example.com' } }));
    await stock(table, await findShelf(table, accountId, uid, pid), consents);
  };
  for (let i = 1; i < 20; i += 1) {
    await createProject(table, { accountId, uid: `site-${i}`, name: 'Old' }, changeAt());
    await fill(`site-${i}`, listBounds.entries / 20, now - 24 * 60 * 60_000);
  }
  await fill(projectUid, 600, now);

  expect(await listAll(tenant, { state: 'erased', from: '2026-11-20' })).toMatchObject({ rows: [], calls: 1 });
  expect((await listAll(tenant, { state: 'erased' })).calls).toBeLessThanOrEqual(2);
});

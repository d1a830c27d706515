import { beforeAll, expect, test, vi } from 'vitest';
import type { Parameters } from '../support/call/event.ts';
import { startMeter } from '../support/call/meter.ts';
import { noise } from '../support/make/chance.ts';

const meter = await startMeter();
const { consentOf, newTenant, noticeContent } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { table } = await import('../support/make/table.ts');
const { createNotice } = await import('../support/make/notices.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** How many read units a call took. */
const measure = async (work: () => ReturnType<typeof invoke>) => {
  const { result, calls } = await meter(work);
  expect(result.status).toBe(200);
  return calls.reduce((sum, { read }) => sum + read, 0);
};

/** Of the bearer check without a budget, once a container knows the public keys. */
let bearerUnits = 0;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const { token } = await newTenant();
  await invoke('details', {}, { token });
  bearerUnits = await measure(() => invoke('details', {}, { token }));
});

const textBytes = 300_000;

/** A notice whose text takes so many bytes as it is stored. */
const createLarge = ({ accountId }: Tenant) => {
  const descriptionHtml = { eng: noise(textBytes).toString('base64') };
  return createNotice(table, accountId, noticeContent({ descriptionHtml }), new Date());
};

test('a consent to a version takes the same reading whatever its text', async () => {
  const tenant = await newTenant();
  const large = await createLarge(tenant);
  const add = (overrides: Parameters) =>
    measure(() => invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token }));
  const headAndProject = bearerUnits + 3;

  expect(await add({ consentInformationVersionId: tenant.notices[0]?.versionId })).toBe(headAndProject);
  expect(await add({ consentInformationVersionId: large.versionId })).toBe(headAndProject);
  expect(await add({ consentInformationPid: large.pid })).toBe(headAndProject);
});

import { beforeAll, expect, test, vi } from 'vitest';
import type { Parameters } from '../support/encode.ts';
import { startMeter } from '../support/meter.ts';
import { noise } from '../support/noise.ts';

const meter = await startMeter();
const { consentOf, newTenant, noticeContent } = await import('../support/builders.ts');
const { invoke } = await import('../support/invoke.ts');
const { table } = await import('../support/table.ts');
const { createNotice } = await import('../support/notices.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** An answer, and how many calls and read units it took. */
const measure = async (work: () => ReturnType<typeof invoke>) => {
  const { result, calls } = await meter(work);
  return { ...result, calls: calls.length, read: calls.reduce((sum, { read }) => sum + read, 0) };
};

/** Of the bearer check, once a container knows the public keys. */
let bearerUnits = 0;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const { token } = await newTenant();
  await invoke('details', {}, { token });
  bearerUnits = (await measure(() => invoke('details', {}, { token }))).read;
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
  const add = async (overrides: Parameters) => {
    const { status, read } = await measure(() =>
      invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token }),
    );
    expect(status).toBe(200);
    return read;
  };
  const headAndProject = bearerUnits + 2;

  expect(await add({ consentInformationVersionId: tenant.notices[0]?.versionId })).toBe(headAndProject);
  expect(await add({ consentInformationVersionId: large.versionId })).toBe(headAndProject);
  expect(await add({ consentInformationPid: large.pid })).toBe(headAndProject);
});

test('of notices whose texts a container has read, heads alone are read', async () => {
  const tenant = await newTenant();
  const pids = [(await createLarge(tenant)).pid, (await createLarge(tenant)).pid, tenant.pid];
  const get = (pid: number[]) => measure(() => invoke('getNotices', { pid }, { token: tenant.token }));

  const one = await get(pids.slice(0, 1));
  const all = await get(pids);
  const again = await get(pids);

  const unitsOfText = textBytes / 4096;
  expect(one.read).toBeGreaterThan(bearerUnits + unitsOfText);
  expect(all.read).toBeGreaterThan(bearerUnits + unitsOfText);
  expect(all.read).toBeLessThan(bearerUnits + 2 * unitsOfText);
  expect(again).toMatchObject({ calls: all.calls - 1, read: bearerUnits + pids.length, body: all.body });
});

test('what no answer can hold is refused before any text is read', async () => {
  const tenant = await newTenant();
  const pids: number[] = [];
  for (let i = 0; i < 16; i += 1) pids.push((await createLarge(tenant)).pid);

  expect(await measure(() => invoke('getNotices', { pid: pids }, { token: tenant.token }))).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'pid', code: 'answer-too-large' }] },
    read: bearerUnits + pids.length,
  });
});

import { beforeEach, expect, test } from 'vitest';
import { valueIndexes } from '../../../shared/consents/indexes.ts';
import type { Parameters } from '../../support/call/event.ts';
import { lagIndexes } from '../../support/faults/index-lag.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, newTenant } = await import('../../support/make/builders.ts');
const { invoke } = await import('../../support/call/invoke.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const email = 'ada@example.com';
const own = { card: 'gold' };

/** Lists that show nothing new, by name. */
const behind = new Set<string>();

beforeEach(() => {
  behind.clear();
  proxy.intercept = lagIndexes(
    (list) => behind.has(list),
    () => 10,
  );
});

const find = async ({ token }: Tenant, parameters: Parameters) => {
  const { body } = await invoke('searchConsents', parameters, { token });
  expect(body.results).toBe(body.data.length);
  return { total: body.totalResults, found: body.data.map(({ id, revoked }) => ({ id, revoked })) };
};

const nobody = { total: 0, found: [] };

test('a consent is found by its id at once, whatever lists show, also with values and filters', async () => {
  for (const list of ['project', 'lookups', ...Object.keys(valueIndexes)]) behind.add(list);
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email, ...own } });
  const { projectUid, pid } = tenant;
  const all = { total: 1, found: [{ id, revoked: false }] };

  expect(await find(tenant, { id, userData: '' })).toEqual(all);
  expect(await find(tenant, { id, userData: { email, ...own }, projectUid, consentInformationPid: pid })).toEqual(all);
  expect(await find(tenant, { userData: { email } })).toEqual(nobody);
  const latest = await invoke('searchConsents', { userData: { email }, first: 'true' }, { token: tenant.token });
  expect(latest.body).toEqual({ data: null });
});

test.each<[string, string, (tenant: Tenant) => Parameters]>([
  ...Object.keys(valueIndexes).map((key): [string, string, (tenant: Tenant) => Parameters] => [
    `by ${key}`,
    key,
    () => ({ userData: { [key]: '123' } }),
  ]),
  ['by a key of its own', 'lookups', () => ({ userData: own })],
  ['by project', 'project', ({ projectUid }) => ({ projectUid, userData: '' })],
])('%s it is found when that list shows it, and the others are not waited for', async (_by, list, sought) => {
  for (const each of ['project', 'lookups', ...Object.keys(valueIndexes)]) behind.add(each);
  const tenant = await newTenant();
  const values = Object.fromEntries(Object.keys(valueIndexes).map((key) => [key, '123']));
  const { consentId: id } = await addConsent(tenant, { userData: { ...values, ...own } });
  expect(await find(tenant, sought(tenant))).toEqual(nobody);

  behind.delete(list);

  expect(await find(tenant, sought(tenant))).toEqual({ total: 1, found: [{ id, revoked: false }] });
});

test.each([{ url: 'x' }, { html: 'x'.repeat(20_000) }])(
  'a revocation shows at once in every search, though lists show the consent as it was',
  async (proof) => {
    const tenant = await newTenant();
    const { projectUid } = tenant;
    const { consentId: id } = await addConsent(tenant, { userData: { email, ...own } });
    const searches = [
      { id, userData: '' },
      { userData: { email } },
      { userData: own },
      { userData: { email, ...own } },
      { projectUid, userData: '' },
    ];
    for (const sought of searches) expect((await find(tenant, sought)).found).toEqual([{ id, revoked: false }]);

    const { status } = await invoke('revokeConsent', { id, proof }, { token: tenant.token });

    expect(status).toBe(200);
    for (const sought of searches) expect((await find(tenant, sought)).found).toEqual([{ id, revoked: true }]);
  },
);

import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import type { Parameters } from '../../../support/call/event.ts';
import { startStoreProxy } from '../../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, findRecord, newTenant } = await import('../../../support/make/builders.ts');
const { readAllItems } = await import('../../../support/make/stored.ts');
const { erase } = await import('../../../support/make/changes.ts');
const { invoke } = await import('../../../support/call/invoke.ts');
const { noise } = await import('../../../support/make/chance.ts');
const { table } = await import('../../../support/make/table.ts');

const longProof = { html: noise(30_000).toString('base64') };

const fifty = Object.fromEntries(Array.from({ length: limits.userDataKeys }, (_, i) => [`own_${i}`, `value ${i}`]));

const itemsOf = async (id: string) => (await readAllItems(table)).filter((item) => JSON.stringify(item).includes(id));

/** Runs something before the first write of an erasure that meets the condition. */
const before = (isTheOne: (input: string) => boolean, act: () => Promise<unknown>): void => {
  let isDone = false;
  proxy.intercept = async ({ name, input, forward }) => {
    if (/Write|Put|Update/.test(name) && !isDone && isTheOne(JSON.stringify(input))) {
      isDone = true;
      await act();
    }
    return forward();
  };
  onTestFinished(() => {
    proxy.intercept = undefined;
  });
};

test('a consent with fifty keys of the site is erased, however it was revoked', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: fifty });
  await invoke('revokeConsent', { id, proof: longProof }, { token: tenant.token });
  expect(await itemsOf(id)).toHaveLength(51);

  await erase(tenant.accountId, [id]);

  expect(await itemsOf(id)).toHaveLength(1);
  await erase(tenant.accountId, [id], { extent: 'everything' });
  expect(await itemsOf(id)).toEqual([]);
});

test.each([
  ['short', { url: 'https://x.example' }],
  ['long', longProof],
] as const)(
  'a revocation with a %s proof that comes first keeps its time and channel',
  async (_, proof: Parameters) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const now = new Date();
    let answered = '';
    before(
      (input) => input.includes('eraseTime') && input.includes(id),
      async () => {
        const { body } = await invoke('revokeConsent', { id, channel: 'email', proof }, { token: tenant.token });
        answered = body.time;
      },
    );

    await erase(tenant.accountId, [id], { now });

    expect(await findRecord(tenant, id)).toMatchObject({
      revokeTime: answered,
      revokeChannel: 'email',
      revokeProof: {},
      userData: {},
    });
    const stored = await getItem(table, keyOf.consent(tenant.accountId, id));
    expect(String(stored?.eraseTime) > String(stored?.revokeTime)).toBe(true);
  },
);

test('what was erased before is not changed again, unless nothing may stay', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { club: 'C-1' } });
  await erase(tenant.accountId, [id]);
  const erased = await itemsOf(id);

  expect(await erase(tenant.accountId, [id], { now: new Date(Date.now() + 60_000) })).toMatchObject({
    erased: 0,
    before: 1,
  });
  expect(await itemsOf(id)).toEqual(erased);
  expect(await erase(tenant.accountId, [id], { extent: 'everything' })).toMatchObject({ erased: 1, before: 0 });
  expect(await erase(tenant.accountId, [id])).toMatchObject({ erased: 0, missing: 1 });
});

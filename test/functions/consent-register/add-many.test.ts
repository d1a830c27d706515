import { expect, test } from 'vitest';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, consentOf, newTenant } from '../../support/make/builders.ts';

/** Text of different characters of four bytes each, which hardly compresses. */
const text = (seed: number): string =>
  Array.from({ length: 1_000 }, (_, i) =>
    String.fromCodePoint(0x20000 + (((i + seed) * 7_919 * (i + 1)) % 40_000)),
  ).join('');

test('a hundred notices with names of the contract are one transaction, unless they are too large for it', async () => {
  const tenant = await newTenant({ notices: 100 });
  const pids = tenant.notices.map(({ pid }) => pid);
  const userData = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: '1',
    mobile_phone: '2',
  };
  const labels = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, { label: text(i), value: '' }]));
  const add = (count: number) => {
    const parameters = { userData: { ...userData, ...labels }, consentInformationPid: pids.slice(0, count) };
    return invoke('addConsent', consentOf(tenant, parameters), { token: tenant.token });
  };

  expect((await addConsent(tenant, { userData, consentInformationPid: pids })).data).toHaveLength(100);
  expect(await add(100)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'consentInformationPid', code: 'too-many' }] },
  });
  expect(await add(10)).toMatchObject({ status: 200 });
});

import { expect, test } from 'vitest';
import { createClient } from '../../client/typescript/index.ts';
import { faults } from '../client/faulty-calls.ts';
import { startFaultyProxy } from '../client/faulty-proxy.ts';
import { consentOf, tokensOf } from '../client/typescript/tenant.ts';
import { newTenant } from '../support/make/builders.ts';

const proxy = await startFaultyProxy();
const all = Object.values(faults);

test('many faults, many calls: nothing lost, nothing doubled', async () => {
  const tenant = await newTenant();
  const client = createClient({ baseUrl: proxy.baseUrl, store: tokensOf(tenant), timeout: 2_000, attempts: 8 });
  let turn = 0;
  proxy.fault = (request) => {
    turn += 1;
    const fault = all[(turn * 7) % all.length];
    return fault !== undefined && request.count <= turn % 4 ? fault(request) : request.forward();
  };
  const added = await Promise.all(Array.from({ length: 60 }, () => client.addConsent(consentOf(tenant))));
  proxy.fault = ({ forward }) => forward();
  const found: string[] = [];
  for await (const { id } of client.searchAll({ userData: { email: 'ada@example.com' } })) found.push(id);

  expect(proxy.count('/consent-register/add')).toBeGreaterThan(90);
  expect(found.sort()).toEqual(added.map(({ consentId }) => consentId).sort());
  expect(new Set(found).size).toBe(60);
});

import { expect, test } from 'vitest';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { readAllItems } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const ada = { email: 'ada@example.com', club: 'C-1' };
const aProof = { url: 'https://x.example' };
const longProof = { html: Array.from({ length: 4_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296}`).join(' ') };

const search = async ({ token }: Tenant, parameters: Parameters) => {
  const { body } = await invoke('searchConsents', parameters, { token });
  return body.data.map(({ id }: { id: string }) => id);
};

const revoke = (tenant: Tenant, id: string, headers: Record<string, string> = {}, proof: Parameters = aProof) =>
  invoke('revokeConsent', { id, channel: 'email', proof }, { token: tenant.token, headers });

const ownItems = async ({ accountId }: Tenant) =>
  (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#CONSENT`));

test('revoking an erased consent answers with the time of the erasure and stores nothing', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: ada });
  const now = new Date();
  await erase(tenant.accountId, [consentId], { now });
  const stored = await ownItems(tenant);
  const tries: [Tenant, string, Record<string, string>?, Parameters?][] = [
    [tenant, consentId],
    [tenant, consentId, {}, longProof],
    [tenant, consentId, { 'idempotency-key': 'key-1' }],
    [tenant, consentId, { 'idempotency-key': 'key-1' }],
    [tenant, consentId, { 'idempotency-key': 'key-2' }, longProof],
  ];

  for (const each of tries) {
    const { status, body } = await revoke(...each);
    expect([status, body.consentId, body.time]).toEqual([200, consentId, formatTime(now)]);
  }

  expect(await ownItems(tenant)).toEqual(stored);
});

test('a revocation under an Idempotency-Key is answered as it was, also once the consent is erased', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: ada });
  const headers = { 'idempotency-key': 'key-1' };
  const first = await revoke(tenant, consentId, headers);
  await erase(tenant.accountId, [consentId], { now: new Date(Date.now() + 60_000) });

  expect((await revoke(tenant, consentId, headers)).body).toEqual(first.body);
  expect((await revoke(tenant, consentId)).body).toEqual(first.body);
});

test('no values find an erased consent, its project does, and later consents of the person start anew', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: ada });
  const other = await addConsent(tenant, { userData: { email: 'bo@example.com' } });
  await erase(tenant.accountId, [consentId]);

  expect(await search(tenant, { userData: { email: 'ada@example.com' } })).toEqual([]);
  expect(await search(tenant, { userData: { club: 'C-1' } })).toEqual([]);
  expect(await search(tenant, { id: consentId, userData: { email: 'ada@example.com' } })).toEqual([]);
  expect(await search(tenant, { projectUid: tenant.projectUid, userData: '' })).toEqual([other.consentId, consentId]);

  const anew = await addConsent(tenant, { userData: ada });

  expect(await search(tenant, { userData: { email: 'ada@example.com' } })).toEqual([anew.consentId]);
  expect(await search(tenant, { userData: { club: 'C-1' } })).toEqual([anew.consentId]);
  expect(await findRecord(tenant, anew.consentId)).toMatchObject({ userData: ada, revoked: false });
});

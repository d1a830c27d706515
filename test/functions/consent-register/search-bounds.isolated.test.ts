import { expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import type { Parameters } from '../../support/call/event.ts';
import { rawForm } from '../../support/call/event.ts';
import { startMeter } from '../../support/call/meter.ts';
import { noise } from '../../support/make/chance.ts';
import { passTime, setTime } from '../../support/make/clock.ts';

const meter = await startMeter();
const { addConsent, consentOf, findUnits, findRecord, newTenant, spendUnits } = await import(
  '../../support/make/builders.ts'
);
const { invoke, send } = await import('../../support/call/invoke.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const userData = { email: 'ada@example.com' };

const search = async ({ token }: Tenant, parameters: Parameters = {}) => {
  await invoke('details', {}, { token });
  const { result, calls } = await meter(() => invoke('searchConsents', { userData, ...parameters }, { token }));
  const units = calls.reduce((sum, { read }) => sum + read, 0);
  return { ...result, units, calls: calls.map(({ name }) => name).sort() };
};

const tooLarge = { status: 422, body: { errors: [{ field: 'perPage', code: 'answer-too-large' }] } };

/** A proof that hardly compresses, of so many characters. */
const noisyProof = (characters: number) => ({ html: noise((characters * 3) / 4).toString('base64') });

test.each<[string, () => Record<string, string>, number, number]>([
  ['that are small as they are stored', () => ({ html: 'x'.repeat(900_000) }), 8, 6],
  ['that are control characters', () => ({ html: '\u0001'.repeat(340_000) }), 4, 2],
])('a page of records %s is refused before any is read', async (_case, proof, count, fits) => {
  const tenant = await newTenant();
  for (let i = 0; i < count; i += 1) {
    const { status } = await send('addConsent', rawForm(consentOf(tenant, { proof: proof() })), {
      token: tenant.token,
    });
    expect(status).toBe(200);
  }

  const { units, calls, ...reply } = await search(tenant);

  expect(reply).toMatchObject(tooLarge);
  expect(calls.filter((name) => name === 'BatchGetItem')).toHaveLength(1);
  expect(units).toBeLessThan(9);
  expect(await search(tenant, { perPage: fits })).toMatchObject({ status: 200, body: { totalResults: count } });
});

test('so is one of consents of one request with a long proof, which each of them shows', async () => {
  const tenant = await newTenant({ notices: 20 });
  const pids = tenant.notices.map(({ pid }) => pid);
  for (const some of [pids.slice(0, 10), pids.slice(10)])
    await addConsent(tenant, { consentInformationPid: some, proof: noisyProof(400_000) });

  const { units, calls, ...reply } = await search(tenant);

  expect(reply).toMatchObject(tooLarge);
  expect([calls, units < 9]).toEqual([['BatchGetItem', 'Query'], true]);
});

test('long proofs of revocations that would not fit are refused', async () => {
  const tenant = await newTenant();
  for (let i = 0; i < 8; i += 1) {
    const { consentId: id } = await addConsent(tenant);
    await invoke('revokeConsent', { id, proof: { html: 'x'.repeat(900_000) } }, { token: tenant.token });
  }

  const { units, calls, ...reply } = await search(tenant);

  expect(reply).toMatchObject(tooLarge);
  expect(calls).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
  expect(units).toBeLessThan(16);
  expect(await search(tenant, { perPage: 6 })).toMatchObject({ status: 200, body: { results: 6, totalResults: 8 } });
});

test('the largest consent with the largest revocation is answered by id, and in a page of one', async () => {
  const tenant = await newTenant();
  const own = JSON.stringify(userData).length + JSON.stringify({ html: '' }).length;
  const controls = Math.floor((limits.consentBytes - own) / 6);
  const proof = { html: '\u0001'.repeat(controls) + 'x'.repeat((limits.consentBytes - own) % 6) };
  const revokeControls = Math.floor((limits.revocationBytes - 11) / 6);
  const revokeProof = { html: '\u0001'.repeat(revokeControls) + 'x'.repeat((limits.revocationBytes - 11) % 6) };
  const add = (html: string) =>
    send('addConsent', rawForm(consentOf(tenant, { proof: { html }, userData })), { token: tenant.token });
  const revoke = (id: string, html: string) =>
    send('revokeConsent', rawForm({ id, proof: { html } }), { token: tenant.token });
  expect(await add(`${proof.html}x`)).toMatchObject({ status: 413, body: { code: 'consent.too-large' } });

  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await add(proof.html);
    expect(status).toBe(200);
    expect(await revoke(body.consentId, `${revokeProof.html}x`)).toMatchObject({ status: 413 });
    expect(await revoke(body.consentId, revokeProof.html)).toMatchObject({ status: 200 });
    const record = await findRecord(tenant, body.consentId);
    expect([record.proof, record.revokeProof]).toEqual([proof, revokeProof]);
  }

  const pageOfOne = await search(tenant, { perPage: 1 });
  expect(pageOfOne).toMatchObject({ status: 200, body: { totalResults: 2, results: 1 } });
  expect(pageOfOne.body.data.map((record) => record.revokeProof)).toEqual([revokeProof]);
  const { calls, ...pageOfTwo } = await search(tenant, { perPage: 2 });
  expect(pageOfTwo).toMatchObject(tooLarge);
  expect(calls).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
});

test('a search that reads much is counted with the next call, and one that reads little once it has added up', async () => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: { ...userData, card: 'gold' } });
  for (let i = 0; i < 3; i += 1) await addConsent(tenant, { proof: noisyProof(380_000) });

  const little = await search(tenant, { userData: { card: 'gold' } });
  expect([little.status, await findUnits(tenant, 'searches')]).toEqual([200, 0]);
  const much = await search(tenant);
  expect(much.status).toBe(200);
  expect(much.units).toBeGreaterThan(200);
  await search(tenant, { userData: { card: 'gold' } });
  expect(Math.abs((await findUnits(tenant, 'searches')) - much.units - little.units)).toBeLessThan(5);
});

test('an account whose searches read too much waits for the next minute, and no other account does', async () => {
  setTime('2026-11-20T12:00:20Z');
  const [tenant, other] = [await newTenant(), await newTenant()];
  for (const each of [tenant, other]) await addConsent(each);
  await spendUnits(tenant);

  const refused = await search(tenant);

  expect(refused).toMatchObject({ status: 429, body: { code: 'search.throttled' } });
  expect(refused.headers['retry-after']).toBe('40');
  expect(refused.calls).toEqual(['BatchGetItem', 'Query']);
  expect((await search(tenant)).calls).toEqual(['BatchGetItem']);
  expect(await search(other)).toMatchObject({ status: 200, body: { results: 1 } });
  passTime(100_000);
  expect(await search(tenant)).toMatchObject({ status: 200, body: { results: 1 } });
});

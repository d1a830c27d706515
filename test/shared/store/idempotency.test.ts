import { expect, test } from 'vitest';
import { digest } from '../../../shared/runtime/digest.ts';
import { fingerprint } from '../../../shared/store/idempotency.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Encoding, Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, consentOf, findRecord, newTenant, noticeContent, signIn } from '../../support/make/builders.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { editItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const add = (tenant: Tenant, key: string, overrides: Parameters = {}, encoding: Encoding = 'form') =>
  invoke('addConsent', consentOf(tenant, overrides), {
    token: tenant.token,
    encoding,
    headers: { 'idempotency-key': key },
  });

const revoke = (tenant: Tenant, key: string, parameters: Parameters) =>
  invoke(
    'revokeConsent',
    { proof: { url: 'x' }, ...parameters },
    { token: tenant.token, headers: { 'idempotency-key': key } },
  );

const count = async ({ token }: Tenant): Promise<number> =>
  (await invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token })).body.totalResults;

const day = 24 * 60 * 60 * 1000;

const replayed = { status: 200, headers: { 'idempotent-replayed': 'true' } };
const reused = { status: 409, body: { code: 'idempotency-key.reused' } };

test('the same request gets the same answer and records nothing more', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant({ notices: 2 });
  const pids = tenant.notices.map(({ pid }) => pid);
  for (const overrides of [{}, { consentInformationPid: pids }]) {
    const key = JSON.stringify(overrides);
    const before = await count(tenant);
    const first = await add(tenant, key, overrides);
    passTime(60_000);

    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(await add(tenant, key, overrides)).toMatchObject({ ...replayed, body: first.body });
    expect(await add(tenant, key, overrides, 'json')).toMatchObject({ ...replayed, body: first.body });
    expect((await count(tenant)) - before).toBe(first.body.data?.length ?? 1);
  }
});

test('a repeated request gets the first answer also when another notice version is current by then', async () => {
  const tenant = await newTenant();
  const first = await add(tenant, 'key');
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ validityDays: 7 }), new Date());

  expect((await add(tenant, 'key')).body).toEqual(first.body);
});

test('parallel repetitions record one consent and get one answer', async () => {
  const tenant = await newTenant();

  const replies = await Promise.all(Array.from({ length: 10 }, () => add(tenant, 'same')));

  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9);
  expect(await count(tenant)).toBe(1);
});

test('another request with the key is refused and records nothing', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'eva@example.com' } });
  await add(tenant, 'key');

  expect(await add(tenant, 'key', { lang: 'ita' })).toMatchObject(reused);
  expect(await add(tenant, 'key', { consentInformationPid: [tenant.pid] })).toMatchObject(reused);
  expect(await revoke(tenant, 'key', { id })).toMatchObject(reused);
  expect(await count(tenant)).toBe(1);
  expect(await findRecord(tenant, id)).toMatchObject({ revoked: false });
});

test('a request that is refused uses up no key, and has its own answer under the key of another', async () => {
  const tenant = await newTenant();

  expect(await add(tenant, 'key', { projectUid: 'nowhere' })).toMatchObject({ status: 422 });
  expect(await add(tenant, 'key')).toMatchObject({ status: 200 });
  expect(await add(tenant, 'key', { projectUid: 'nowhere' })).toMatchObject({ status: 422 });
  expect(await revoke(tenant, 'key', { id: 'f'.repeat(32) })).toMatchObject({ status: 404 });
});

test('operations that change nothing ignore the header, however it is written', async () => {
  const { token, pid } = await newTenant();
  const headers = { 'idempotency-key': 'two words' };

  expect(await invoke('details', {}, { token, headers })).toMatchObject({ status: 200 });
  expect(await invoke('getNotices', { pid }, { token, headers })).toMatchObject({ status: 200 });
  expect(await invoke('searchConsents', { userData: { email: 'a' } }, { token, headers })).toMatchObject({
    status: 200,
  });
});

test('the key is free again after a day, whether or not its item has been deleted', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const first = await add(tenant, 'key');
  passTime(day - 1000);
  const { token } = await signIn(tenant.userId);
  expect((await add({ ...tenant, token }, 'key')).body).toEqual(first.body);
  passTime(1000);

  const later = await add({ ...tenant, token }, 'key', { lang: 'ita' });

  expect(later.status).toBe(200);
  expect(later.body.consentId).not.toBe(first.body.consentId);
});

test('an account does not see the keys of another one', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  await add(one, 'key');

  expect(await add(other, 'key')).toMatchObject({ status: 200 });
});

test('an answer that somebody put into the table is the answer to no request, nor is that to another account', async () => {
  const tenant = await newTenant();
  const [{ body: first }, { body: other }] = [await add(tenant, 'key'), await add(tenant, 'other')];
  const key = keyOf.answer(tenant.accountId, digest('key'));
  await editItem(table, key, 'SET answer = :answer', { ':answer': JSON.stringify(other) });

  expect(await add(tenant, 'key')).toMatchObject(reused);
  await editItem(table, key, 'SET answer = :answer', { ':answer': JSON.stringify(first) });
  expect(await add(tenant, 'key')).toMatchObject({ ...replayed, body: first });
  const prints = ['a', 'b'].map((accountId) => fingerprint('key', [accountId, '/consent-register/add', {}]));
  expect(new Set(prints).size).toBe(2);
});

test('a revocation is repeated safely', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const { consentId: another } = await addConsent(tenant);
  const first = await revoke(tenant, 'key', { id });
  expect(first).toMatchObject({ status: 200, body: { revoked: true, consentId: id, time: '2026-11-20 12:00:00' } });
  passTime(60_000);

  expect(await revoke(tenant, 'key', { id })).toMatchObject({ ...replayed, body: first.body });
  expect((await revoke(tenant, 'another-key', { id })).body).toEqual(first.body);
  expect(await revoke(tenant, 'key', { id: another })).toMatchObject(reused);
  expect(await revoke(tenant, 'unknown', { id: 'f'.repeat(32) })).toMatchObject({ status: 404 });
});

test('a later revocation is no replay of the first, unless it has its key', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const revokeAgain = (key?: string, proof: Parameters = { url: 'x' }) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return invoke('revokeConsent', { id, proof }, { token: tenant.token, headers });
  };
  const long = { html: '<p>'.repeat(10_000) };

  const replies = [
    await revokeAgain('first'),
    await revokeAgain(),
    await revokeAgain(undefined, long),
    await revokeAgain('second'),
    await revokeAgain('second'),
    await revokeAgain('second', long),
  ];

  expect(replies.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
    ...Array.from({ length: 4 }, () => [200, undefined]),
    [200, 'true'],
    [409, undefined],
  ]);
});

test.each([' ', 'two words', 'ü', 'x'.repeat(256), ''])('refuses the key %j', async (key) => {
  const tenant = await newTenant();

  expect(await add(tenant, key)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'Idempotency-Key', code: 'malformed' }] },
  });
});

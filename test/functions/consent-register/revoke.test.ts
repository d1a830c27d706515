import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { consentKey } from '../../../shared/store/consent.ts';
import { getItem } from '../../../shared/store/get.ts';
import type { Tenant } from '../../support/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/builders.ts';
import { setTime } from '../../support/clock.ts';
import type { Parameters } from '../../support/encode.ts';
import { invoke } from '../../support/invoke.ts';
import { recordCalls } from '../../support/requests.ts';
import { table } from '../../support/table.ts';

const revoke = (tenant: Tenant, parameters: Parameters, headers = {}) =>
  invoke(
    'revokeConsent',
    { proof: { url: 'https://shop.example/account' }, ...parameters },
    { token: tenant.token, headers },
  );

test('revokes a consent, and its record then shows when, how and with what proof', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { consentId: id, consentInformationVersionId } = await addConsent(tenant);
  const before = await findRecord(tenant, id);
  setTime('2026-11-20T12:30:15Z');

  const { status, body } = await revoke(tenant, { id, channel: 'email', proof: { html: '<p>bye</p>', ip: '::1' } });

  expect(status).toBe(200);
  expect(Object.entries(body)).toEqual([
    ['revoked', true],
    ['consentId', id],
    ['consentInformationId', consentInformationVersionId],
    ['time', '2026-11-20 12:30:15'],
  ]);
  expect(await findRecord(tenant, id)).toEqual({
    ...before,
    revoked: true,
    revokeTime: '2026-11-20 12:30:15',
    revokeChannel: 'email',
    revokeChannelData: {},
    revokeProof: { html: '<p>bye</p>', ip: '::1' },
  });
});

test('the channel is web unless another is given', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await revoke(tenant, { id });

  expect(await findRecord(tenant, id)).toMatchObject({ revokeChannel: 'web' });
});

test('a second revocation gets the answer of the first and changes nothing', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const first = await revoke(tenant, { id, proof: { url: 'first' } });
  const stored = await getItem(table, consentKey(tenant.accountId, id));
  setTime('2026-11-20T12:10:00Z');

  const second = await revoke(tenant, { id, channel: 'email', proof: { url: 'second' } });

  expect(second.body).toEqual(first.body);
  expect(await getItem(table, consentKey(tenant.accountId, id))).toEqual(stored);
});

test('of parallel revocations one is recorded and all get its answer', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) => revoke(tenant, { id, proof: { n: String(i) } })),
  );

  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(await findRecord(tenant, id)).toMatchObject({ revoked: true });
});

test('what the service observed of the revocation is stored beside what it observed of the consent', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await invoke('revokeConsent', { id, proof: { url: 'x' } }, { token: tenant.token, sourceIp: '198.51.100.9' });

  expect(await getItem(table, consentKey(tenant.accountId, id))).toMatchObject({
    observed: { sourceIp: '203.0.113.7' },
    revokeObserved: { sourceIp: '198.51.100.9', userId: tenant.userId, userAgent: 'test-agent/1.0' },
  });
});

test('a search still finds a revoked consent', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await revoke(tenant, { id });

  const { body } = await invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token: tenant.token });

  expect(body.data).toMatchObject([{ id, revoked: true }]);
});

test('an unknown consent is not found', async () => {
  const tenant = await newTenant();

  expect(await revoke(tenant, { id: 'f'.repeat(32) })).toMatchObject({
    status: 404,
    body: { code: 'consent.not-found', detail: 'The account has no consent with this id.' },
  });
});

test.each<[string, Parameters, { field: string; code: string }[]]>([
  ['no id', { id: '' }, [{ field: 'id', code: 'malformed' }]],
  ['an id of another form', { id: 'A'.repeat(32) }, [{ field: 'id', code: 'malformed' }]],
  ['several ids', { id: ['a', 'b'] }, [{ field: 'id', code: 'malformed' }]],
  ['an empty proof', { proof: '' }, [{ field: 'proof', code: 'missing' }]],
  ['an unknown channel', { channel: 'x' }, [{ field: 'channel', code: 'unknown' }]],
])('refuses %s', async (_case, parameters, errors) => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);

  expect(await revoke(tenant, { id, ...parameters })).toMatchObject({ status: 422, body: { errors } });
});

test.each([{}, { 'idempotency-key': 'large' }])(
  'a proof that does not fit the record is refused, a short one always fits: %j',
  async (headers) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant, { proof: { html: randomBytes(373_000).toString('base64') } });

    expect(
      await revoke(tenant, { id, proof: { html: randomBytes(100_000).toString('base64') } }, headers),
    ).toMatchObject({
      status: 413,
      body: { code: 'consent.too-large' },
    });
    expect(await revoke(tenant, { id, proof: { html: randomBytes(8_000).toString('base64') } })).toMatchObject({
      status: 200,
    });
  },
);

test('one conditional update, after the bearer check', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);

  for (const again of [false, true]) {
    const { calls } = await recordCalls(() => revoke(tenant, { id }));
    expect({ again, calls }).toEqual({ again, calls: ['BatchGetItem', 'UpdateItem'] });
  }
});

import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, consentOf, findRecord, newTenant } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { setTime } from '../../support/make/clock.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

/** A proof that takes three quarters of so many characters when it is stored. */
const noisyProof = (characters: number) => ({ html: noise((characters * 3) / 4).toString('base64') });

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
  'a proof is refused that does not fit the room of 100 KB, and one that does fits beside the largest consent: %j',
  async (headers) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant, { proof: noisyProof(400_000) });
    const stored = await readAll();

    expect(await revoke(tenant, { id, proof: noisyProof(138_000) }, headers)).toMatchObject({
      status: 413,
      body: { code: 'consent.too-large', detail: expect.stringContaining('100 KB') },
    });
    expect(await readAll()).toEqual(stored);
    const proof = noisyProof(134_000);
    expect(await revoke(tenant, { id, proof }, headers)).toMatchObject({ status: 200 });
    expect(await findRecord(tenant, id)).toMatchObject({ revoked: true, revokeProof: proof });
  },
);

test('a consent that would leave less room than that is refused', async () => {
  const tenant = await newTenant();

  expect(
    await invoke('addConsent', consentOf(tenant, { proof: noisyProof(420_000) }), { token: tenant.token }),
  ).toMatchObject({ status: 413, body: { code: 'consent.too-large', detail: expect.stringContaining('300 KB') } });
});

test('a proof that no answer could hold is 413, also where the consent is unknown or revoked already', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await revoke(tenant, { id });
  const proof = { html: '\u0001'.repeat(Math.ceil(limits.revocationBytes / 6)) };

  for (const named of [id, 'f'.repeat(32)]) {
    expect(await revoke(tenant, { id: named, proof })).toMatchObject({
      status: 413,
      body: { code: 'consent.too-large' },
    });
  }
});

describe('a long proof', () => {
  test('a second revocation changes neither, with a long proof or a short one', async () => {
    setTime('2026-11-20T12:00:00Z');
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const first = await revoke(tenant, { id, proof: noisyProof(40_000) });
    const stored = await readAll();
    setTime('2026-11-20T12:10:00Z');

    for (const proof of [noisyProof(50_000), { url: 'second' }]) {
      expect((await revoke(tenant, { id, proof })).body).toEqual(first.body);
    }

    expect(await readAll()).toEqual(stored);
  });

  test.each([{}, { 'idempotency-key': true }])(
    'of parallel revocations, with long proofs and short ones, one is recorded whole: %j',
    async (keyed) => {
      const tenant = await newTenant();
      const { consentId: id } = await addConsent(tenant);
      const proofs = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? noisyProof(20_000) : { n: String(i) }));

      const replies = await Promise.all(
        proofs.map((proof, i) =>
          revoke(tenant, { id, proof }, 'idempotency-key' in keyed ? { 'idempotency-key': `key-${i}` } : {}),
        ),
      );

      expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(replies[0]?.status).toBe(200);
      const { revokeProof, revokeTime } = await findRecord(tenant, id);
      expect(proofs).toContainEqual(revokeProof);
      expect(revokeTime).toBe(replies[0]?.body.time);
    },
  );
});

describe('cost', () => {
  test.each([
    ['a revocation', { html: 'x'.repeat(20_000) }, {}],
    ['one with an Idempotency-Key', { url: 'x' }, { 'idempotency-key': 'a' }],
  ])('%s is one transaction, after one read', async (_case, proof, headers) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);

    for (const again of [false, true]) {
      const { rounds } = await recordRounds(() => revoke(tenant, { id, proof }, headers));
      expect({ again, rounds }).toEqual({ again, rounds: [['BatchGetItem'], ['TransactWriteItems']] });
    }
  });

  test('a consent that is not there is reported after one read', async () => {
    const tenant = await newTenant();
    await addConsent(tenant);
    const sought = { id: 'f'.repeat(32) };

    const { result, rounds } = await recordRounds(() => revoke(tenant, sought));

    expect(result.status).toBe(404);
    expect(rounds).toEqual([['BatchGetItem']]);
    expect(await getItem(table, keyOf.consent(tenant.accountId, sought.id))).toBeUndefined();
  });
});

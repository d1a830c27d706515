import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/limits.ts';
import { getItem } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { itemBytes } from '../../support/call/meter.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { setTime } from '../../support/make/clock.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const ownBytes = limits.ownRevocationBytes;

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
  'a proof that does not fit an item is refused, one that does fits beside the largest consent: %j',
  async (headers) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant, { proof: noisyProof(510_000) });

    expect(await revoke(tenant, { id, proof: noisyProof(560_000) }, headers)).toMatchObject({
      status: 413,
      body: { code: 'consent.too-large' },
    });
    expect(await revoke(tenant, { id, proof: noisyProof(530_000) })).toMatchObject({ status: 200 });
    expect(await findRecord(tenant, id)).toMatchObject({ revoked: true });
  },
);

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

describe('where the proof is', () => {
  test.each([
    ['in the consent up to 16 KB as JSON', ownBytes, {}, false],
    ['apart when it is longer', ownBytes + 1, {}, true],
    ['in the consent, with an Idempotency-Key', ownBytes, { 'idempotency-key': 'a' }, false],
    ['apart, with an Idempotency-Key', ownBytes + 1, { 'idempotency-key': 'a' }, true],
    ['apart however well it compresses', 1_000_000, {}, true],
  ])('%s', async (_case, bytes, headers, isApart) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const proof = { html: 'x'.repeat(bytes - '{"html":""}'.length) };

    expect(await revoke(tenant, { id, proof }, headers)).toMatchObject({ status: 200 });

    const consent = await getItem(table, keyOf.consent(tenant.accountId, id));
    expect(consent).toHaveProperty(isApart ? 'revokeProofBytes' : 'revokeProof');
    expect(consent).not.toHaveProperty(isApart ? 'revokeProof' : 'revokeProofBytes');
    expect((await getItem(table, keyOf.revokeProof(tenant.accountId, id))) !== undefined).toBe(isApart);
    expect(await findRecord(tenant, id)).toMatchObject({ revoked: true, revokeProof: proof });
  });

  test('a long one does not make the consent larger than a short one may', async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    await revoke(tenant, { id, proof: noisyProof(500_000) });

    const item = await getItem(table, keyOf.consent(tenant.accountId, id));

    expect(itemBytes(marshall(item, { convertClassInstanceToMap: false }))).toBeLessThan(1_500);
  });

  test('it is answered in a page like any other', async () => {
    const tenant = await newTenant();
    const proofs = [noisyProof(20_000), { url: 'short' }, noisyProof(30_000)];
    for (const proof of proofs) {
      const { consentId: id } = await addConsent(tenant);
      await revoke(tenant, { id, proof });
    }

    const { result, rounds } = await recordRounds(() =>
      invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token: tenant.token }),
    );

    expect(result.body.data.map(({ revokeProof }) => revokeProof)).toEqual(proofs.reverse());
    expect(rounds).toEqual([['BatchGetItem', 'Query'], ['BatchGetItem'], ['BatchGetItem']]);
  });

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
    ['a short proof is one conditional update', { url: 'x' }, {}, 'UpdateItem'],
    ['a long one is one transaction', { html: 'x'.repeat(20_000) }, {}, 'TransactWriteItems'],
    ['one with an Idempotency-Key is too', { url: 'x' }, { 'idempotency-key': 'a' }, 'TransactWriteItems'],
  ])('%s, after one read', async (_case, proof, headers, write) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);

    for (const again of [false, true]) {
      const { rounds } = await recordRounds(() => revoke(tenant, { id, proof }, headers));
      const isKnown = again && write === 'TransactWriteItems' && !('idempotency-key' in headers);
      expect({ again, rounds }).toEqual({ again, rounds: [['BatchGetItem'], ...(isKnown ? [] : [[write]])] });
    }
  });

  test('a consent that is not there is told by the same calls, or by the read alone', async () => {
    const tenant = await newTenant();
    await addConsent(tenant);
    const sought = { id: 'f'.repeat(32) };

    const short = await recordRounds(() => revoke(tenant, sought));
    const long = await recordRounds(() => revoke(tenant, { ...sought, proof: { html: 'x'.repeat(20_000) } }));

    expect([short.result.status, long.result.status]).toEqual([404, 404]);
    expect(short.rounds).toEqual([['BatchGetItem'], ['UpdateItem']]);
    expect(long.rounds).toEqual([['BatchGetItem']]);
    for (const toKey of [keyOf.consent, keyOf.revokeProof]) {
      expect(await getItem(table, toKey(tenant.accountId, sought.id))).toBeUndefined();
    }
  });
});

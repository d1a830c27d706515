import { beforeEach, describe, expect, test } from 'vitest';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { loseAnswers, repeatWrites, waysToLose } from './lost-answers.ts';

const proxy = await startStoreProxy();
const { addConsent, findRecord, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

beforeEach(() => {
  proxy.intercept = undefined;
});

describe.each([
  ['a usual proof', { url: 'mine' }, {}],
  ['a usual proof and an Idempotency-Key', { url: 'mine' }, { 'idempotency-key': 'key' }],
])('a revocation with %s', (_case, proof, headers) => {
  const setUp = async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const revoke = () => invoke('revokeConsent', { id, proof }, { token: tenant.token, headers });
    return { tenant, id, revoke };
  };

  test.each(waysToLose)('answers with its own time where %s', async (_way, lose) => {
    const { tenant, id, revoke } = await setUp();
    const writes = loseAnswers(proxy, 2, lose);

    const { status, body } = await revoke();

    expect(status).toBe(200);
    expect(writes).toEqual(Array(3).fill('TransactWriteItems'));
    expect(await findRecord(tenant, id)).toMatchObject({ revoked: true, revokeTime: body.time, revokeProof: proof });
  });

  test('is recorded once where its write arrives twice', async () => {
    const { tenant, id, revoke } = await setUp();
    repeatWrites(proxy);

    const { status, body } = await revoke();

    expect(status).toBe(200);
    proxy.intercept = undefined;
    expect(await findRecord(tenant, id)).toMatchObject({ revokeTime: body.time, revokeProof: proof });
  });

  test('is answered 503 where every answer is lost, and the next try gets the time of the first', async () => {
    const { tenant, id, revoke } = await setUp();
    loseAnswers(proxy, Number.POSITIVE_INFINITY);
    expect(await revoke()).toMatchObject({ status: 503 });
    proxy.intercept = undefined;
    const { revokeTime } = await findRecord(tenant, id);

    const { status, body } = await revoke();

    expect({ status, time: body.time }).toEqual({ status: 200, time: revokeTime });
  });
});

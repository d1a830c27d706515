import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { afterAll } from '../../shared/store/list-reading.ts';
import { passTime, setTime } from '../support/clock.ts';
import type { Parameters } from '../support/encode.ts';
import { password } from '../support/password.ts';
import { startStoreProxy } from '../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, newTenant } = await import('../support/builders.ts');
const { invoke } = await import('../support/invoke.ts');

/** How each read of an operation is asked for: the local engine is consistent either way, DynamoDB is not. */
const recordReads = async (operation: OperationName, parameters: Parameters, sending = {}): Promise<string[]> => {
  const reads: string[] = [];
  proxy.intercept = (call) => {
    const tables = Object.values((call.input.RequestItems ?? {}) as Record<string, { ConsistentRead?: boolean }>);
    const isConsistent = [call.input, ...tables].some(({ ConsistentRead }) => ConsistentRead);
    const { ':to': to } = (call.input.ExpressionAttributeValues ?? {}) as Record<string, { S?: string }>;
    const place = to?.S === afterAll ? `${call.name} to the end` : call.name;
    if (/Get|Query/.test(call.name)) reads.push(`${place} ${isConsistent ? 'now' : 'of late'}`);
    return call.forward();
  };
  const { status } = await invoke(operation, parameters, sending);
  proxy.intercept = undefined;
  expect(status).toBe(200);
  return reads;
};

test('what an answer depends on is read as it is now', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const sending = { token: tenant.token };
  const bearer = 'BatchGetItem now';

  expect(await recordReads('details', {}, sending)).toEqual([bearer]);
  expect(await recordReads('searchConsents', { id, userData: '' }, sending)).toEqual([bearer, 'GetItem now']);
  for (const first of ['false', 'true']) {
    const sought = { first, userData: { email: 'ada@example.com' } };
    expect(await recordReads('searchConsents', sought, sending)).toEqual([
      bearer,
      'Query to the end now',
      'BatchGetItem now',
    ]);
  }
  const keyed = { ...sending, headers: { 'idempotency-key': 'a' } };
  expect(await recordReads('revokeConsent', { id, proof: { url: 'x' } }, keyed)).toEqual([bearer, 'GetItem now']);
  expect(await recordReads('login', { email: tenant.email, password })).toEqual([bearer, 'GetItem now']);
  expect(await recordReads('refreshToken', { refresh_token: tenant.refreshToken })).toEqual(['GetItem now']);
});

test('in a container that has to read the public keys too, all is read as it is now', async () => {
  setTime(new Date());
  const { token } = await newTenant();
  passTime(6 * 60_000);

  expect(await recordReads('details', {}, { token })).toEqual(['BatchGetItem now']);
});

test('of a long list, what came of late is read as it is now, and what was counted as it was of late', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant({ notices: 49 });
  const pids = tenant.notices.map(({ pid }) => pid);
  for (let i = 0; i < 4; i += 1) await addConsent(tenant, { consentInformationPid: pids });
  const search = (page: number) =>
    recordReads(
      'searchConsents',
      { userData: { email: 'ada@example.com' }, page, perPage: 50 },
      { token: tenant.token },
    );

  const reads = new Set(['BatchGetItem now', 'GetItem now', 'Query to the end now', 'Query of late']);
  expect(new Set(await search(4))).toEqual(reads);
  passTime(10 * 60_000);
  expect(new Set(await search(4))).toEqual(reads);
});

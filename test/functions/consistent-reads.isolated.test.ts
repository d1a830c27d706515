import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Parameters } from '../support/call/event.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { password } from '../support/make/password.ts';

const proxy = await startStoreProxy();
const { addConsent, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

/** How each read of an operation is asked for: the local engine is consistent either way, DynamoDB is not. */
const recordReads = async (operation: OperationName, parameters: Parameters, sending = {}): Promise<string[]> => {
  const reads: string[] = [];
  proxy.intercept = (call) => {
    const tables = Object.values((call.input.RequestItems ?? {}) as Record<string, { ConsistentRead?: boolean }>);
    const isConsistent = [call.input, ...tables].some(({ ConsistentRead }) => ConsistentRead);
    if (/Get|Query/.test(call.name)) reads.push(`${call.name} ${isConsistent ? 'now' : 'eventually'}`);
    return call.forward();
  };
  const { status } = await invoke(operation, parameters, sending);
  proxy.intercept = undefined;
  expect(status).toBe(200);
  return reads;
};

test('what an answer depends on is read as it is now', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com', card: 'gold' } });
  const sending = { token: tenant.token };
  const bearer = 'BatchGetItem now';

  expect(await recordReads('details', {}, sending)).toEqual([bearer]);
  expect(await recordReads('searchConsents', { id, userData: '' }, sending)).toEqual([bearer]);
  for (const first of ['false', 'true']) {
    for (const userData of [{ email: 'ada@example.com' }, { card: 'gold' }]) {
      const reads = await recordReads('searchConsents', { first, userData }, sending);
      expect(reads.sort()).toEqual([bearer, bearer, 'Query eventually']);
    }
  }
  const keyed = { ...sending, headers: { 'idempotency-key': 'a' } };
  const proof = { html: 'x'.repeat(20_000) };
  expect(await recordReads('revokeConsent', { id, proof }, keyed)).toEqual([bearer]);
  expect(await recordReads('searchConsents', { id, userData: '' }, sending)).toEqual([bearer]);
  expect(await recordReads('login', { email: tenant.email, password })).toEqual([bearer, 'GetItem now']);
  expect(await recordReads('refreshToken', { refresh_token: tenant.refreshToken })).toEqual(['GetItem now']);
});

test('in a container that has to read the public keys too, all is read as it is now', async () => {
  setTime(new Date());
  const { token } = await newTenant();
  passTime(6 * 60_000);

  expect(await recordReads('details', {}, { token })).toEqual(['BatchGetItem now']);
});

test('of a long list, all entries may be read a little late, and its tally and the consents as they are now', async () => {
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

  const reads = new Set(['BatchGetItem now', 'GetItem now', 'Query eventually']);
  expect(new Set(await search(4))).toEqual(reads);
  passTime(10 * 60_000);
  expect(new Set(await search(4))).toEqual(reads);
});

import { expect, test } from 'vitest';
import { findableValues } from '../../../shared/consents/person-data.ts';
import { newConsents, recordConsents } from '../../../shared/consents/recording.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { findRecord, newTenant } from '../../support/make/builders.ts';
import { findShelf } from '../../support/make/stock.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

/** Records consents under ids that are given: to as many notices as there are ids, with the email as their one value. */
const newRecorder = async () => {
  const tenant = await newTenant();
  const { project, version } = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const now = new Date();
  const observed = {
    userId: 1,
    sessionId: newIdentifier(now),
    sourceIp: '203.0.113.7',
    userAgent: 'x',
    requestId: 'y',
  };
  const record = (ids: readonly string[], userData: Record<string, string>, key?: string) => {
    const request = {
      projectUid: project.uid,
      notices: ids.map(() => ({ pid: version.pid })),
      isList: false,
      lang: 'eng' as const,
      channel: 'web' as const,
      proof: { url: 'x' },
      userData,
      values: findableValues(userData),
    };
    const left = [...ids];
    const circumstances = { observed, now, newId: () => left.shift() ?? '' };
    const subject = { project, versions: ids.map(() => version) };
    const consents = newConsents(tenant.accountId, request, subject, circumstances);
    const idempotency = key === undefined ? undefined : { accountId: tenant.accountId, key, fingerprint: key };
    return recordConsents(table, { consents, request }, idempotency, { answer: 'recorded', now });
  };
  return { tenant, record, newId: () => newIdentifier(now) };
};

test.each<[string, Record<string, string>, string | undefined, number]>([
  ['a single write', { email: 'eva@example.com' }, undefined, 1],
  ['a transaction with an Idempotency-Key', { email: 'eva@example.com' }, 'key', 1],
  ['a transaction with lookups', { email: 'eva@example.com', card: 'gold' }, undefined, 1],
  ['a transaction of several consents', { email: 'eva@example.com' }, undefined, 3],
])(
  'an id that a consent has already is a fault of ours, and changes nothing: %s',
  async (_case, userData, key, count) => {
    const { tenant, record, newId } = await newRecorder();
    const id = newId();
    expect(await record([id], { email: 'ada@example.com' })).toEqual({ answer: 'recorded', replayed: false });
    const before = await readAll();

    const ids = [...Array.from({ length: count - 1 }, newId), id];
    await expect(record(ids, userData, key)).rejects.toThrow('A new consent has the id of another one.');

    expect(await readAll()).toEqual(before);
    expect(await findRecord(tenant, id)).toMatchObject({ userData: { email: 'ada@example.com' } });
  },
);

test('also one that is the same in all that was given: consents of two requests are two', async () => {
  const { record, newId } = await newRecorder();
  const id = newId();
  await record([id], { email: 'ada@example.com' });

  await expect(record([id], { email: 'ada@example.com' })).rejects.toThrow('A new consent has the id of another one.');
});

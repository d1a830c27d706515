import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Item } from '../../../../shared/store/client.ts';
import type { Tenant } from '../../../support/builders.ts';
import { startStoreProxy } from '../../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { log: journal } = await import('../../../../shared/logger.ts');
const { listNoticeVersions } = await import('../../../../shared/notices/notice.ts');
const { getItem } = await import('../../../../shared/store/get.ts');
const { keyOf } = await import('../../../../shared/store/keys.ts');
const { addConsent, newTenant, noticeContent } = await import('../../../support/builders.ts');
const { erase } = await import('../../../support/erase.ts');
const { fetchText, invoke } = await import('../../../support/invoke.ts');
const { publishVersion } = await import('../../../support/notices.ts');
const { openOwnLog } = await import('../../../support/register-log.ts');
const { table } = await import('../../../support/table.ts');

const register = await openOwnLog();

const logged: unknown[][] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(journal, 'error').mockImplementation(
    (...line) => void (String(line[0]).startsWith('evidence.') && logged.push(line)),
  );
});

afterEach(() => {
  proxy.intercept = undefined;
});

const put = (item: Item | undefined) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));

const get = ({ token }: Tenant, id: string) => invoke('getEvidence', { id }, { token });

/** The state of a consent in its document, and when it was revoked. */
const stated = async (tenant: Tenant, id: string) => {
  const { statement } = JSON.parse(await fetchText('getEvidence', { id }, { token: tenant.token }));
  return { state: statement.stateNow.state, revoked: statement.times.revoked };
};

const revoke = ({ token }: Tenant, id: string) =>
  invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token });

/** The event of the leaf because of which a document is refused. */
const refusedFor = async (tenant: Tenant, id: string): Promise<string | undefined> => {
  const { status, body, headers } = await get(tenant, id);

  expect({ status, code: body.code }).toEqual({ status: 503, code: 'evidence.history-incomplete' });
  expect(headers['retry-after']).toBe('3600');
  const [, leaf, event] = /^Leaf (\d+) of the log is (\S+?)(?:,| of [0-9a-f]{32},)/.exec(body.detail) ?? [];
  expect(logged.splice(0)).toEqual([['evidence.history-incomplete', { event, leaf: Number(leaf) }]]);
  return event;
};

/** A consent to a first version, and the second, which asks again. */
const askAgain = async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const { consentId: id } = await addConsent(tenant);
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  await register.publish();
  const [first, second] = await listNoticeVersions(table, accountId);
  if (first === undefined || second === undefined) throw new Error('There are not two versions.');
  const read = (version: string) => getItem(table, keyOf.noticeVersion(accountId, version));
  return { tenant, id, first: await read(first.id), second: await read(second.id), secondId: second.id };
};

test('a version that asks again and is hidden with the rights of a publisher refuses the document, by its id', async () => {
  const { tenant, id, first, second, secondId } = await askAgain();
  const head = await getItem(table, keyOf.notice(tenant.accountId, tenant.pid));
  const { currentUntil: _, ...current } = first ?? {};

  expect((await stated(tenant, id)).state).toBe('superseded');
  await put({ ...head, version: current.version, versionId: current.id, contentHash: current.contentHash });
  await put(current);
  await put({ ...second, pid: 999_999 });

  expect((await get(tenant, id)).body.detail).toContain(`notice.published of ${secondId}, `);
  logged.length = 0;
  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

test('a version that is deleted with rights on the table refuses the document', async () => {
  const { tenant, id, secondId } = await askAgain();
  const Key = keyOf.noticeVersion(tenant.accountId, secondId);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));

  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

/** A consent that was changed since the log had it, and what it was before. */
const change = async (how: (tenant: Tenant, id: string) => Promise<unknown>) => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const key = keyOf.consent(tenant.accountId, id);
  const before = await getItem(table, key);
  await register.publish();
  await how(tenant, id);
  await register.publish();
  return { tenant, id, before, after: await getItem(table, key) };
};

test('a withdrawal that is taken out of the table, or moved to another time, refuses the document', async () => {
  const { tenant, id, before, after } = await change(revoke);

  expect((await stated(tenant, id)).state).toBe('revoked');
  await put(before);
  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
  await put({ ...after, revokeTime: '2099-01-01T00:00:00.000Z' });
  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
  await put(after);
  expect((await get(tenant, id)).status).toBe(200);
});

test('a withdrawal stays known when somebody writes that the consent was erased instead', async () => {
  const { tenant, id, before } = await change(revoke);
  await put(before);
  await erase(tenant.accountId, [id]);
  await register.publish();

  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
});

test('an erasure that is taken out of the table refuses the document', async () => {
  const { tenant, id, before, after } = await change(({ accountId }, of) => erase(accountId, [of]));

  expect((await stated(tenant, id)).state).toBe('erased');
  await put(before);
  expect(await refusedFor(tenant, id)).toBe('consent.erased');
  await put(after);
  expect((await get(tenant, id)).status).toBe(200);
});

test('a consent that was erased with everything and put back has no document', async () => {
  const { tenant, id, before } = await change(({ accountId }, of) => erase(accountId, [of], { extent: 'everything' }));

  expect((await get(tenant, id)).status).toBe(404);
  await put(before);
  expect(await refusedFor(tenant, id)).toBe('consent.removed');
});

test('one that was revoked, and then erased, has a document', async () => {
  const { tenant, id } = await change(async (of, consent) => {
    await revoke(of, consent);
    await erase(of.accountId, [consent]);
  });

  expect(await stated(tenant, id)).toEqual({ state: 'erased', revoked: expect.any(String) });
});

test('a withdrawal that comes while the document is made is read again, and is in it', async () => {
  const { tenant, id, before, after } = await change(revoke);
  await put(before);
  proxy.intercept = async (call) => {
    if (call.name === 'GetItem' && JSON.stringify(call.input.Key).includes(`CONSENT#${id}`)) await put(after);
    return call.forward();
  };

  expect((await stated(tenant, id)).state).toBe('revoked');
  expect(logged).toEqual([]);
});

test('no document is signed while nothing can be asked of the index of the log', async () => {
  const { tenant, id } = await change(revoke);
  proxy.intercept = async (call) =>
    JSON.stringify(call.input.ExpressionAttributeValues ?? '').includes(`INDEX#ENDS#${id}`)
      ? {
          status: 500,
          output: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'by the test' },
        }
      : call.forward();

  expect(await get(tenant, id)).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
});

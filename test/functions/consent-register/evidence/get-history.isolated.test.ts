import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toStatement } from '../../../../shared/evidence/statement.ts';
import type { Item } from '../../../../shared/store/table.ts';
import { startStoreProxy } from '../../../support/faults/store-proxy.ts';
import type { Tenant } from '../../../support/make/builders.ts';

const proxy = await startStoreProxy();
const { newIdentifier } = await import('../../../../shared/runtime/identifier.ts');
const { appendLeaves } = await import('../../../../shared/log/blocks.ts');
const { leavesOfItem } = await import('../../../../shared/log/feed.ts');
const { logger } = await import('../../../../shared/runtime/logger.ts');
const { listNoticeVersions } = await import('../../../../shared/notices/notice.ts');
const { getItem } = await import('../../../../shared/store/read.ts');
const { keyOf } = await import('../../../../shared/store/keys.ts');
const { addConsent, newTenant, noticeContent } = await import('../../../support/make/builders.ts');
const { erase } = await import('../../../support/make/changes.ts');
const { fetchText, invoke } = await import('../../../support/call/invoke.ts');
const { publishVersion } = await import('../../../support/make/notices.ts');
const { openOwnLog } = await import('../../../support/make/register-log.ts');
const { table } = await import('../../../support/make/table.ts');

const register = await openOwnLog();

const logged: unknown[][] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(logger, 'error').mockImplementation(
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
  const { stateNow, times } = toStatement(statement);
  return { state: stateNow.state, revoked: times.revoked };
};

const revoke = ({ token }: Tenant, id: string) =>
  invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token });

/** The event of the leaf because of which a document is refused. */
const refusedFor = async (tenant: Tenant, id: string): Promise<string | undefined> => {
  const { status, body, headers } = await get(tenant, id);

  expect({ status, code: body.code }).toEqual({ status: 503, code: 'evidence.history-incomplete' });
  expect(headers['retry-after']).toBe('3600');
  const [, leaf, event] =
    /^Leaf (\d+) of the log is (?:not )?(\S+?)(?: of [0-9a-f]{32})?(?:, and| as) the table /.exec(body.detail) ?? [];
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

test('a consent that is dated ahead of the clock is not signed as if it were then already, whether or not the log has it', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const item = await getItem(table, keyOf.consent(tenant.accountId, consentId));
  const plant = async (time: Date): Promise<string> => {
    const id = newIdentifier(time);
    await put({ ...item, ...keyOf.consent(tenant.accountId, id), time: time.toISOString() });
    return id;
  };
  const ahead = await plant(new Date('2099-06-01T10:00:00.000Z'));
  for (const more of [async () => {}, register.publish, () => revoke(tenant, ahead)]) {
    await more();
    const { status, body } = await get(tenant, ahead);
    expect([status, body.code]).toEqual([503, 'evidence.history-incomplete']);
    expect(body.detail).toContain(
      'dates consent.recorded of this consent 2099-06-01T10:00:00.000Z, which is later than',
    );
    expect(logged.splice(0)).toEqual([['evidence.history-incomplete', { event: 'consent.recorded', leaf: undefined }]]);
  }

  const slightly = new Date(Date.now() + 30_000);
  const { statement } = JSON.parse(await fetchText('getEvidence', { id: await plant(slightly) }, tenant));
  expect(statement.issuedAt).toBe(slightly.toISOString());
});

test('a version that is deleted with rights on the table refuses the document', async () => {
  const { tenant, id, secondId } = await askAgain();
  const Key = keyOf.noticeVersion(tenant.accountId, secondId);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));

  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

test('a version that no longer asks again refuses the document, and what is signed says which leaf differs', async () => {
  const { tenant, id, second, secondId } = await askAgain();
  await put({ ...second, askAgain: false });

  expect((await get(tenant, id)).body.detail).toContain(
    `is not notice.published of ${secondId} as the table of the register has it: `,
  );
  logged.length = 0;
  expect(await refusedFor(tenant, id)).toBe('notice.published');
  await put(second);
  expect((await stated(tenant, id)).state).toBe('superseded');
});

/** Appends what the stream brings of an item that is put in anew, an hour after the log had it. */
const feedAnew = async (item: Item): Promise<void> => {
  const now = new Date();
  await appendLeaves(register.log, leavesOfItem(item), now);
  await register.publish();
};

test('a version that is deleted and published again under its id, now and without asking, refuses the document', async () => {
  const { tenant, id, first, second, secondId } = await askAgain();
  await addConsent(tenant);
  await register.publish();
  const publishedAt = new Date().toISOString();
  const again = { ...second, ...keyOf.noticeVersion(tenant.accountId, secondId), askAgain: false, publishedAt };
  await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: keyOf.noticeVersion(tenant.accountId, secondId) }),
  );
  await put({ ...first, currentUntil: publishedAt });
  await put(again);
  await feedAnew(again);

  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

test('a consent that is deleted unseen by the log, and put back as one to a later version, has no document', async () => {
  const { tenant, id, second, secondId } = await askAgain();
  const { accountId } = tenant;
  await addConsent(tenant);
  await register.publish();
  const key = keyOf.consent(accountId, id);
  const recorded = await getItem(table, key);
  const contentHash = Buffer.from(String(second?.contentHash), 'hex');
  const again = { ...recorded, ...key, versionId: secondId, contentHash };
  await put({ ...recorded, lang: 'none' });
  await register.feed();
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
  await put(again);
  await feedAnew(again);

  expect(await refusedFor(tenant, id)).toBe('consent.recorded');
});

test('a withdrawal that was imported, deleted with its consent and put back with another time, has no document', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await revoke(tenant, consentId);
  const recorded = await getItem(table, keyOf.consent(tenant.accountId, consentId));
  const key = keyOf.consent(tenant.accountId, newIdentifier(new Date(String(recorded?.time))));
  const imported = { source: 'crm', line: 7, at: new Date().toISOString(), by: 'os:ann', withRevocation: true };
  const item = { ...recorded, ...key, imported };
  await put(item);
  await register.publish();
  await addConsent(tenant);
  await register.publish();
  const again = { ...item, revokeTime: imported.at };
  await put({ ...item, lang: 'none' });
  await register.feed();
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
  await put(again);
  await feedAnew(again);

  expect(await refusedFor(tenant, key.SK)).toBe('consent.revoked');
});

test('a version that is put right while the document is made is read again, and is in it', async () => {
  const { tenant, id, second } = await askAgain();
  await put({ ...second, askAgain: false });
  proxy.intercept = async (call) => {
    if (call.name === 'GetItem' && JSON.stringify(call.input.Key).includes(`CONSENT#${id}`)) await put(second);
    return call.forward();
  };

  expect((await stated(tenant, id)).state).toBe('superseded');
  expect(logged).toEqual([]);
});

test('a document that is too long for the proof is still compared with the log', async () => {
  const { tenant, id, second } = await askAgain();
  const { accountId, pid, projectUid } = tenant;
  const name = '\u0001'.repeat(395_000);
  for (const key of [keyOf.project(accountId, projectUid), keyOf.notice(accountId, pid)])
    await put({ ...(await getItem(table, key)), name });

  const document = await fetchText('getEvidence', { id }, { token: tenant.token });
  expect(document.startsWith('{"log":')).toBe(false);
  await put({ ...second, askAgain: false });
  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

test('a consent that is moved to a notice of its own, and said to be imported, has no document', async () => {
  const { tenant, id, first } = await askAgain();
  const { accountId, pid } = tenant;
  const { currentUntil: _, ...current } = first ?? {};
  const head = await getItem(table, keyOf.notice(accountId, pid));
  const consent = await getItem(table, keyOf.consent(accountId, id));
  const { id: versionId, contentHash } = current;
  const other = { pid: 999, version: 1, versionId, contentHash };
  await put({ ...current, pid: 999 });
  await put({ ...head, ...keyOf.notice(accountId, 999), ...other });
  await put({ ...consent, pid: 999 });

  expect(await refusedFor(tenant, id)).toBe('consent.recorded');
  const at = new Date(Date.parse(String(consent?.time)) + 1).toISOString();
  await put({ ...consent, pid: 999, imported: { source: 'old', line: 1, at, by: 'os:ann' } });
  expect(await refusedFor(tenant, id)).toBe('consent.imported');
});

test('a consent that was imported is found in the log by its id, whatever the table says of the import', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const recorded = await getItem(table, keyOf.consent(tenant.accountId, consentId));
  const id = newIdentifier(new Date(String(recorded?.time)));
  const now = Date.now();
  const [at, other] = [3_600_000, 3_600_001].map((ago) => new Date(now - ago).toISOString());
  const imported = { source: 'crm', line: 7, at, by: 'os:ann' };
  const item = { ...recorded, ...keyOf.consent(tenant.accountId, id), imported };
  await put(item);
  await register.publish();

  expect((await stated(tenant, id)).state).toBe('active');
  await put({ ...item, imported: { ...imported, at: other } });
  expect(await refusedFor(tenant, id)).toBe('consent.imported');
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

test('a withdrawal that is said to have been imported, and moved, refuses the document', async () => {
  const { tenant, id, after } = await change(revoke);
  const at = String(after?.revokeTime);
  const moved = new Date(Date.parse(at) + 1).toISOString();
  await put({
    ...after,
    imported: { source: 'old', line: 1, at, by: 'os:ann', withRevocation: true },
    revokeTime: moved,
  });

  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
});

test('a withdrawal that is said to have been imported, moved to a later time, and erased then, refuses the document', async () => {
  const { tenant, id, after } = await change(revoke);
  const at = String(after?.revokeTime);
  const later = (milliseconds: number) => new Date(Date.parse(at) + milliseconds).toISOString();
  const imported = { source: 'old', line: 1, at, by: 'os:ann', withRevocation: true };
  await put({ ...after, imported, revokeTime: later(10_000), eraseTime: later(10_001) });

  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
});

test('one that was imported with an earlier withdrawal, and then erased, has a document', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await revoke(tenant, consentId);
  const recorded = await getItem(table, keyOf.consent(tenant.accountId, consentId));
  const id = newIdentifier(new Date(String(recorded?.time)));
  const imported = { source: 'crm', line: 7, at: new Date().toISOString(), by: 'os:ann', withRevocation: true };
  await put({ ...recorded, ...keyOf.consent(tenant.accountId, id), imported });
  await register.publish();
  await erase(tenant.accountId, [id]);
  await register.publish();

  expect(await stated(tenant, id)).toEqual({ state: 'erased', revoked: recorded?.revokeTime });
});

test('what is changed in a consent or its withdrawal refuses the document, at the same times', async () => {
  const { tenant, id, after } = await change(revoke);

  await put({ ...after, channel: 'email' });
  expect(await refusedFor(tenant, id)).toBe('consent.recorded');
  await put({ ...after, revokeChannel: 'email' });
  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
  await put(after);
  expect((await get(tenant, id)).status).toBe(200);
});

test('what is changed in an erased consent refuses the document', async () => {
  const { tenant, id, after } = await change(({ accountId }, of) => erase(accountId, [of]));
  await put({ ...after, channel: 'email' });

  expect(await refusedFor(tenant, id)).toBe('consent.recorded');
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

test('no document is signed while the tiles of the log are out of reach', async () => {
  const { tenant, id } = await change(revoke);
  proxy.intercept = async (call) =>
    call.name === 'BatchGetItem' && JSON.stringify(call.input).includes('"ENTRIES"')
      ? {
          status: 500,
          output: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'by the test' },
        }
      : call.forward();

  expect(await get(tenant, id)).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
});

test('no document is signed while the leaves of the consent are out of reach', async () => {
  const { tenant, id } = await change(revoke);
  proxy.intercept = async (call) =>
    JSON.stringify(call.input.ExpressionAttributeValues ?? '').includes(`LEAF#CONSENT#${id}`)
      ? {
          status: 500,
          output: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'by the test' },
        }
      : call.forward();

  expect(await get(tenant, id)).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
});

test('a withdrawal is known though somebody has damaged a version of another notice', async () => {
  const { tenant, id, first } = await askAgain();
  const { accountId } = tenant;
  const before = await getItem(table, keyOf.consent(accountId, id));
  await put({ ...first, pid: 999, textBytes: 'many', ...keyOf.noticeVersion(accountId, newIdentifier(new Date())) });
  await revoke(tenant, id);
  await register.publish();
  await put(before);

  expect(await refusedFor(tenant, id)).toBe('consent.revoked');
});

test('a version is in the log although somebody has written one with its id into another account before', async () => {
  const { tenant, id, first } = await askAgain();
  const { accountId, pid } = tenant;
  const versionId = newIdentifier(new Date());
  const stranger = await newTenant();
  const third = { ...first, id: versionId, version: 3, askAgain: true, publishedAt: new Date().toISOString() };
  await put({ ...third, ...keyOf.noticeVersion(stranger.accountId, versionId), pid: stranger.pid });
  await register.feed();
  await put({ ...third, ...keyOf.noticeVersion(accountId, versionId), pid });
  await register.publish();
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.noticeVersion(accountId, versionId) }));

  expect(await refusedFor(tenant, id)).toBe('notice.published');
});

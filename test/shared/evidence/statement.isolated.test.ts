import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { entryOf } from '../../../shared/evidence/document-leaves.ts';
import { toFacts } from '../../../shared/evidence/facts.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { Facts } from '../../../shared/evidence/schema.ts';
import { spanOf } from '../../../shared/evidence/state-statement.ts';
import { findAgreedWords, toStatement } from '../../../shared/evidence/statement.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { leavesOfItem } from '../../../shared/log/feed.ts';
import { noSalt, saltOf } from '../../../shared/log/leaves.ts';
import { hashCanonical } from '../../../shared/runtime/canonical.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { compress } from '../../../shared/store/item.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGet } from '../../../shared/store/read.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { erase } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

const read = async (id: string) => {
  const owned = await findOwned(table, await listAccounts(table), id);
  if (owned === undefined) throw new Error('There is no such consent.');
  return readHoldings(table, owned);
};

const tell = async (id: string, span?: Span) => toStatement(toFacts(await read(id), new Date(), span));

/** The items of the first version and of the consent of a document. */
const recordItems = async (account: string, { consent: [{ consent }], versions: [version] }: Facts) => {
  const items = await batchGet(
    table,
    [keyOf.noticeVersion(account, version?.versionId ?? ''), keyOf.consent(account, consent)],
    { consistent: true },
  );
  return items.filter((item) => item !== undefined);
};

const revoke = (tenant: Tenant, id: string, overrides: Parameters = {}) =>
  invoke(
    'revokeConsent',
    { id, proof: { url: 'https://shop.example/account' }, ...overrides },
    { token: tenant.token, sourceIp: '198.51.100.9', userAgent: 'other-agent/2.0' },
  );

test('tells what the site said apart from what the register saw, of the consent and of its revocation', async () => {
  setTime('2026-11-20T12:00:00.250Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { lang: 'ita' });
  setTime('2026-11-20T12:30:00.500Z');
  await revoke(tenant, id, { channel: 'email' });
  setTime('2026-11-20T12:40:00Z');

  const statement = await tell(id);

  const { proof: _, userData: __, revokeProof: ___, ...record } = await findRecord(tenant, id);
  expect(statement.record).toEqual(record);
  expect(statement).toMatchObject({
    id,
    account: { id: tenant.accountId },
    project: { uid: tenant.projectUid, id: statement.record.projectId, name: 'A project' },
    claimed: {
      projectUid: tenant.projectUid,
      lang: 'ita',
      channel: 'web',
      proof: { url: 'https://shop.example/checkout', html: '<form></form>' },
      userData: { email: 'ada@example.com' },
      noticeNamedBy: 'pid',
    },
    observed: {
      time: '2026-11-20T12:00:00.250Z',
      user: { id: tenant.userId, name: 'A User' },
      sourceIp: '203.0.113.7',
      userAgent: 'test-agent/1.0',
    },
    revocation: {
      claimed: { channel: 'email', proof: { url: 'https://shop.example/account' } },
      observed: { time: '2026-11-20T12:30:00.500Z', sourceIp: '198.51.100.9', userAgent: 'other-agent/2.0' },
    },
    state: { state: 'revoked', since: '2026-11-20T12:30:00.500Z' },
    times: { given: '2026-11-20T12:00:00.250Z', ends: '2026-11-20T12:30:00.500Z' },
    erasure: null,
    completeness: { gaps: ['version-named-by-pid', 'browser-unknown', 'email-unconfirmed'] },
    issuedAt: '2026-11-20T12:40:00.000Z',
  });
});

test('signs the leaves of the log, and what their hashes are of, in the form that verifiers know', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await revoke(tenant, id);
  const facts = toFacts(await read(id), new Date());

  expect(v.parse(Facts, JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  expect(facts).toMatchObject({
    names: { users: [{ id: tenant.userId, name: 'A User' }] },
    consent: [
      { proofHash: hashCanonical(facts.contents.proof) },
      { proofHash: hashCanonical(facts.contents.revokeProof) },
    ],
    contents: { proof: { html: '<form></form>' }, revokeProof: { url: 'https://shop.example/account' } },
  });
  const items = await recordItems(tenant.accountId, facts);
  const logged = items.flatMap(leavesOfItem).map(({ entry }) => Buffer.from(entry));
  const salts = items.map(saltOf);
  const [versionSalt = noSalt, salt = noSalt] = salts;
  expect(
    [
      ...facts.versions.map((leaf) => entryOf(versionSalt, leaf)),
      ...facts.consent.map((leaf) => entryOf(salt, leaf)),
    ].map((entry) => Buffer.from(entry)),
  ).toEqual(logged);
});

test('tells the version that was agreed to, its history and which later one asks again', async () => {
  setTime('2026-11-01T00:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ validityDays: 9 }), new Date('2026-11-05'));
  const asking = noticeContent({ askAgain: true });
  const { versionId } = await publishVersion(table, tenant.accountId, tenant.pid, asking, new Date('2026-11-09'));

  const statement = await tell(id, { start: new Date('2026-11-09'), end: new Date('2026-11-10') });

  const { notice, state } = statement;
  expect(findAgreedWords(statement)).toEqual({
    lang: 'eng',
    title: 'Privacy notice',
    descriptionHtml: '<p>We process your data.</p>',
  });
  expect(notice).toMatchObject({
    pid: tenant.pid,
    version: 1,
    wasCurrent: true,
    currentUntil: '2026-11-05T00:00:00.000Z',
    languages: ['eng', 'ita'],
    content: noticeContent(),
    hash: { agree: true, recomputed: notice.hash.storedWithConsent },
    askedAgainBy: { version: 3, versionId },
  });
  expect(notice.history.map(({ version, askAgain }) => [version, askAgain])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(state).toMatchObject({ state: 'superseded', since: '2026-11-09T00:00:00.000Z' });
});

test('says that a version was not the current one when it was agreed to, and that it has no text in the language', async () => {
  setTime('2026-11-01T00:00:00Z');
  const tenant = await newTenant();
  const [first] = tenant.notices;
  await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ validityDays: 9 }),
    new Date('2026-11-01T00:05:00Z'),
  );
  setTime('2026-11-01T00:06:00Z');
  const late = await addConsent(tenant, { consentInformationVersionId: first?.versionId, lang: 'fra' });

  const statement = await tell(late.consentId);

  expect(findAgreedWords(statement)).toBeUndefined();
  expect(statement.notice).toMatchObject({ version: 1, wasCurrent: false, languages: ['eng', 'ita'] });
});

test('says that hashes differ where a text was changed', async () => {
  const tenant = await newTenant();
  const { consentId: id, consentInformationVersionId: versionId } = await addConsent(tenant);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.noticeText(tenant.accountId, versionId),
      UpdateExpression: 'SET content = :content',
      ExpressionAttributeValues: { ':content': compress(noticeContent({ validityDays: 1 })) },
    }),
  );

  const { hash } = (await tell(id)).notice;

  expect(hash).toMatchObject({ agree: false, storedWithVersion: hash.storedWithConsent });
  expect(hash.recomputed).not.toBe(hash.storedWithConsent);
});

test('a user and a project that are no more leave their id and uid', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  for (const Key of [keyOf.user(tenant.userId), keyOf.project(tenant.accountId, tenant.projectUid)]) {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  }

  expect(await tell(id)).toMatchObject({
    observed: { user: { id: tenant.userId, name: null } },
    project: { uid: tenant.projectUid, name: null },
  });
});

test('a consent of a clock that is ahead is in force now, as lists tell it', async () => {
  setTime('2026-11-20T12:00:01Z');
  const { consentId: id } = await addConsent(await newTenant());
  setTime('2026-11-20T12:00:00Z');

  expect(await tell(id)).toMatchObject({
    state: { state: 'active', since: '2026-11-20T12:00:01.000Z', isOpen: false },
    stateNow: { state: 'active' },
    issuedAt: '2026-11-20T12:00:01.000Z',
  });
  expect(await tell(id, spanOf(new Date()))).toMatchObject({ state: { state: null }, stateNow: { state: 'active' } });
});

test('what came while the consent was read, or by a clock that is ahead, came before the statement was made', async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const called = new Date();
  passTime(20);
  const revokeTime = new Date().toISOString();
  await revoke(tenant, id);

  expect(toStatement(toFacts(await read(id), called))).toMatchObject({
    issuedAt: revokeTime,
    revocation: { observed: { time: revokeTime } },
    stateNow: { state: 'revoked', since: revokeTime, isOpen: false },
  });

  const eraseTime = new Date(Date.parse(revokeTime) + 1_000);
  await erase(tenant.accountId, [id], { now: eraseTime });

  expect(toStatement(toFacts(await read(id), called))).toMatchObject({
    issuedAt: eraseTime.toISOString(),
    stateNow: { state: 'erased' },
  });
});

test('takes two round trips, also with long proofs', async () => {
  const tenant = await newTenant({ notices: 2 });
  const proof = { html: noise(3_000).toString('base64') };
  const pids = tenant.notices.map(({ pid }) => pid);
  const { data } = await addConsent(tenant, { consentInformationPid: pids, proof });
  const id = String(data[1]?.consentId);
  const revokeProof = { html: noise(20_000).toString('base64') };
  await revoke(tenant, id, { proof: revokeProof });
  const accounts = await listAccounts(table);

  const { result, rounds } = await recordRounds(async () => {
    const owned = await findOwned(table, accounts, id);
    return owned && readHoldings(table, owned);
  });

  expect(rounds).toEqual([['BatchGetItem'], ['BatchGetItem', 'BatchGetItem', 'Query']]);
  expect(result?.consent).toMatchObject({ proof, revokeProof });
});

test('no account finds the consent of another', async () => {
  const [owner, other] = [await newTenant(), await newTenant()];
  const { consentId: id } = await addConsent(owner);
  const accounts = await listAccounts(table);
  const only = (accountId: string) => accounts.filter((account) => account.id === accountId);

  expect((await findOwned(table, only(owner.accountId), id))?.account.id).toBe(owner.accountId);
  expect(await findOwned(table, only(other.accountId), id)).toBeUndefined();
  expect(await findOwned(table, [], id)).toBeUndefined();
});

/** Makes of a stored consent one that was imported, as an import writes it. */
const markImported = (accountId: string, id: string, imported: object) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.consent(accountId, id),
      UpdateExpression: 'SET imported = :imported',
      ExpressionAttributeValues: { ':imported': imported },
    }),
  );

const origin = { source: 'crm', line: 7, at: '2026-11-20T12:40:00.000Z', by: 'local:ada' };

test('shows nothing of an imported consent as observed, but as what its file said', async () => {
  setTime('2026-11-20T12:00:00.250Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  setTime('2026-11-20T12:30:00.500Z');
  await revoke(tenant, id);
  await markImported(tenant.accountId, id, { ...origin, withRevocation: true });

  const statement = await tell(id);

  expect(statement.observed).toBeNull();
  expect(statement.revocation).toMatchObject({ claimed: { channel: 'web' }, observed: null });
  expect(statement.imported).toEqual({
    source: 'crm',
    line: 7,
    time: origin.at,
    by: 'local:ada',
    observed: {
      userId: tenant.userId,
      time: '2026-11-20T12:00:00.250Z',
      sourceIp: '203.0.113.7',
      userAgent: 'test-agent/1.0',
      sessionId: expect.any(String),
      requestId: expect.any(String),
    },
    revocationObserved: expect.objectContaining({ time: '2026-11-20T12:30:00.500Z', sourceIp: '198.51.100.9' }),
  });
});

test('a revocation that came after the import was observed', async () => {
  setTime('2026-11-20T12:00:00.250Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await markImported(tenant.accountId, id, origin);
  setTime('2026-11-20T12:50:00Z');
  await revoke(tenant, id);

  expect(await tell(id)).toMatchObject({
    revocation: { observed: { time: '2026-11-20T12:50:00.000Z', sourceIp: '198.51.100.9' } },
    imported: { revocationObserved: null },
  });
});

test('a consent that was erased while it was in force was revoked by nobody', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const at = '2026-11-20T13:00:00.000Z';
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.consent(tenant.accountId, id),
      UpdateExpression:
        'SET eraseTime = :at, revokeTime = :at REMOVE proof, userData, observed.sourceIp, observed.userAgent',
      ExpressionAttributeValues: { ':at': at },
    }),
  );
  setTime('2026-11-20T14:00:00Z');

  expect(await tell(id)).toMatchObject({
    claimed: { proof: {}, userData: {} },
    record: { revoked: true, revokeTime: '2026-11-20 13:00:00' },
    observed: { user: { id: tenant.userId }, sourceIp: null, userAgent: null },
    revocation: null,
    state: { state: 'erased', since: at },
    times: { revoked: null, erased: at },
    erasure: { time: at },
  });
});

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { EvidenceDocument } from '../../../../shared/evidence/schema.ts';
import { toStatement } from '../../../../shared/evidence/statement.ts';
import { readEvidenceKeys, toKeySet } from '../../../../shared/identity/keys/evidence-keys.ts';
import { findNoticeVersions } from '../../../../shared/notices/notice.ts';
import { toCanonicalJson } from '../../../../shared/runtime/canonical.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { readPublishedKeys } from '../../../../verifier/keys.ts';
import { verifyDocument } from '../../../../verifier/verify.ts';
import type { Encoding, Parameters } from '../../../support/call/event.ts';
import { fetchText, invoke } from '../../../support/call/invoke.ts';
import { everyService, recordCalls, recordRounds } from '../../../support/call/requests.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import {
  addConsent,
  consentOf,
  findUnits,
  newKey,
  newTenant,
  noticeContent,
  signIn,
  spendUnits,
} from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { erase } from '../../../support/make/changes.ts';
import { setTime } from '../../../support/make/clock.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { table } from '../../../support/make/table.ts';

const get = (tenant: Tenant, parameters: Parameters, encoding: Encoding = 'json') =>
  fetchText('getEvidence', parameters, { token: tenant.token, encoding });

/** The document of an answer, if its body is one to the byte and its signature is by a key that is listed. */
const verify = async (text: string) => {
  const document = v.parse(EvidenceDocument, JSON.parse(text));
  expect(toCanonicalJson(document)).toBe(text);
  const payload = Buffer.from(toCanonicalJson(document.statement)).toString('base64url');
  const header = JSON.parse(Buffer.from(document.protected, 'base64url').toString());
  const key = (await readEvidenceKeys(table)).find(({ kid }) => kid === header.kid);
  expect(header.jwk).toEqual(key?.jwk);
  const jws = { protected: document.protected, payload, signature: document.signature };
  await flattenedVerify(jws, await importJWK({ ...key?.jwk }, 'ES256'));
  expect(document.statement.issuedAt >= (key?.usedFrom ?? 'never')).toBe(true);
  return toStatement(document.statement);
};

const revoke = (tenant: Tenant, id: string, proof: Parameters = { url: 'https://shop.example/account' }) =>
  invoke('revokeConsent', { id, proof }, { token: tenant.token, encoding: 'json' });

test('what a document reads of the table and the log is counted with the searches of its account, and refused above their limit', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { proof: { html: noise(290_000).toString('base64') } });
  await revoke(tenant, id, { html: noise(95_000).toString('base64') });
  const read = () => recordCalls(() => invoke('getEvidence', { id }, tenant));

  const [first, second] = [await read(), await read()];
  expect([first.result.status, second.result.status]).toEqual([200, 200]);
  expect(second.calls.filter((name) => name === 'UpdateItem')).toHaveLength(1);
  expect(await findUnits(tenant, 'searches')).toBeGreaterThan(120);

  await spendUnits(tenant);
  const refused = await read();
  expect(refused.result).toMatchObject({ status: 429, body: { code: 'search.throttled' } });
  expect(refused.result.headers).toHaveProperty('retry-after');
  expect(refused.calls).toContain('BatchGetItem');
  expect(refused.calls).not.toContain('Query');
});

test('the body is a document that verifies, to the byte, in whatever encoding it was asked for', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { 10: 'ten', 9: 'nine', email: 'ada@example.com' } });

  for (const encoding of ['json', 'form', 'multipart'] as const) {
    const statement = await verify(await get(tenant, { id }, encoding));
    expect(statement).toMatchObject({
      id,
      account: { id: tenant.accountId },
      claimed: { projectUid: tenant.projectUid, userData: { 10: 'ten', 9: 'nine', email: 'ada@example.com' } },
      observed: { sourceIp: '203.0.113.7', user: { id: tenant.userId } },
      stateNow: { state: 'active' },
    });
  }
});

test('a document names the keys by which a consent was given and revoked, with their notes as of now', async () => {
  const tenant = await newTenant();
  const [given, revoked] = [await newKey(tenant, { note: 'shop back end' }), await newKey(tenant)];
  const { consentId: id } = await addConsent({ ...tenant, token: given.token });
  await revoke({ ...tenant, token: revoked.token }, id);

  const { observed, revocation } = await verify(await get({ ...tenant, token: revoked.token }, { id }));
  const user = { id: tenant.userId, name: 'A User' };
  expect(observed).toMatchObject({ user, keyId: given.keyId, keyNote: 'shop back end', sourceIp: '203.0.113.7' });
  expect(observed).not.toHaveProperty('sessionId');
  expect(revocation?.observed).toMatchObject({ user, keyId: revoked.keyId, keyNote: null });

  await erase(tenant.accountId, [id]);
  const { observed: left } = await verify(await get(tenant, { id }));
  expect(left).toMatchObject({ keyId: given.keyId, keyNote: 'shop back end', sourceIp: null, userAgent: null });
});

test('tells the state in the time that is asked about, beside the state now', async () => {
  setTime('2027-03-02T09:00:00Z');
  const before = await newTenant();
  const { consentId: id } = await addConsent(before);
  setTime('2027-04-20T12:00:00Z');
  const tenant = { ...before, ...(await signIn(before.userId)) };
  await revoke(tenant, id);
  setTime('2027-04-20T12:30:00Z');

  const tell = async (at?: string) => verify(await get(tenant, { id, ...(at !== undefined && { at }) }));

  const march = await tell('2027-03');
  expect(march.state).toMatchObject({ state: 'active', from: '2027-03-01T00:00:00.000Z', isOpen: false });
  expect(march.stateNow).toMatchObject({ state: 'revoked' });
  expect((await tell('2027-04-20 12:00')).state).toMatchObject({ state: 'revoked' });
  expect((await tell('2027-03-01')).state).toMatchObject({ state: null });
  expect((await tell('2027-04')).state).toMatchObject({ isOpen: true });
  expect((await tell()).state).toMatchObject({ from: '2027-04-20T12:30:00.000Z', state: 'revoked' });
});

test.each([
  'yesterday',
  '2026',
  '2026-13',
  '2026-02-30',
  '2026-11-22T25:00',
  '2026-11-22T14:30+01:00',
  '1'.repeat(99),
  ['2026-11', '2026-12'],
  { month: '2026-11' },
])('refuses %j as a time', async (at) => {
  const tenant = await newTenant();

  expect(await invoke('getEvidence', { id: 'f'.repeat(32), at }, { token: tenant.token })).toMatchObject({
    status: 422,
    body: { code: 'parameters.invalid', errors: [{ field: 'at', code: 'malformed' }] },
  });
});

test('takes times at the ends of what can be written', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const tell = async (at: string) => {
    const text = await get(tenant, { id, at }, 'form');
    const { keys } = toKeySet(await readEvidenceKeys(table));
    const known = await readPublishedKeys(JSON.stringify({ keys }), 'keys.json');
    if ('fault' in known) throw new Error(known.fault.code);
    const { verdict, statement } = await verifyDocument(text, { keys: known.keys, now: new Date() });
    expect(verdict).toBe('valid');
    return [statement?.state.from, statement?.state.until, statement?.state.state];
  };

  expect(await tell('0000-01')).toEqual(['0000-01-01T00:00:00.000Z', '0000-02-01T00:00:00.000Z', null]);
  expect(await tell('9999-12')).toEqual(['9999-12-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', 'active']);
  expect(await tell(' 9999-12-31 23:59:59.999Z ')).toEqual([
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    'active',
  ]);
  const { statement } = JSON.parse(await get(tenant, { id, at: '' }, 'form'));
  expect(statement).not.toHaveProperty('asked');
});

test('an id that the account does not have is 404', async () => {
  const { token } = await newTenant();

  expect(await invoke('getEvidence', { id: 'f'.repeat(32) }, { token })).toMatchObject({
    status: 404,
    body: { code: 'consent.not-found' },
  });
});

test('reads in two round trips where the log has nothing of it yet, and calls KMS once', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await revoke(tenant, id);
  await get(tenant, { id });

  const { rounds } = await recordRounds(() => get(tenant, { id }));
  const { calls } = await recordCalls(() => get(tenant, { id }), everyService);

  const ofTable = ['BatchGetItem', 'BatchGetItem', 'Query'];
  const ofLog = ['GetItem', ...Array(6).fill('Query')];
  expect(rounds).toEqual([['BatchGetItem'], [...ofTable, ...ofLog].sort()]);
  expect(calls.filter((name) => !/^(?:BatchGetItem|GetItem|Query)$/.test(name))).toEqual(['Sign']);
});

/** JSON writes each of these with six bytes. */
const control = '\u0001';

/** Records the largest consent, with the largest revocation, to the largest version that a notice may have. */
const recordLargest = async (tenant: Tenant) => {
  const room = limits.noticeBytes - JSON.stringify(noticeContent({ descriptionHtml: { eng: '' } })).length;
  const html = control.repeat(Math.floor(room / 6) - 20);
  const content = noticeContent({ descriptionHtml: { eng: html } });
  await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());
  const userData = { email: 'ada@example.com' };
  const own = JSON.stringify(userData).length + JSON.stringify({ html: '' }).length;
  const proof = { html: control.repeat(Math.floor((limits.consentBytes - own) / 6)) };
  const revokeProof = { html: control.repeat(Math.floor((limits.revocationBytes - 11) / 6)) };
  const sending = { token: tenant.token, encoding: 'multipart' } as const;
  const { status, body } = await invoke('addConsent', consentOf(tenant, { proof, userData }), sending);
  expect(status).toBe(200);
  expect((await invoke('revokeConsent', { id: body.consentId, proof: revokeProof }, sending)).status).toBe(200);
  return { id: String(body.consentId), proof, revokeProof };
};

/** Puts 25 versions into the history of the tenant's notice, without their texts, each as long as many are together. */
const addHistory = async ({ accountId, pid }: Tenant, bytes: number): Promise<void> => {
  const [model] = await findNoticeVersions(table, accountId, pid);
  const puts = Array.from({ length: 25 }, (_, i) => {
    const id = newIdentifier(new Date());
    const facts = { id, version: 1_000 + i, publishedBy: 'x'.repeat(bytes / 25) };
    return { PutRequest: { Item: { ...model, ...keyOf.noticeVersion(accountId, id), ...facts } } };
  });
  await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
};

/** What a version adds to the history of a document. */
const versionBytes = 250;

test('the largest consent that can be recorded, with the largest revocation and notice, fits one answer', async () => {
  const tenant = await newTenant();
  const { id, proof, revokeProof } = await recordLargest(tenant);
  await addHistory(tenant, 1_000 * versionBytes);

  const text = await get(tenant, { id });

  expect(text.length).toBeGreaterThan(limits.consentBytes + limits.revocationBytes + limits.noticeBytes - 4_096);
  const statement = await verify(text);
  expect(statement.claimed.proof).toEqual(proof);
  expect(statement.revocation?.claimed.proof).toEqual(revokeProof);
  expect(statement.notice.history).toHaveLength(27);
});

test('what the history of a notice makes too large for an answer is 422, and says who can write it', async () => {
  const tenant = await newTenant();
  const { id } = await recordLargest(tenant);
  await addHistory(tenant, 5_000 * versionBytes);

  const { status, body } = await invoke('getEvidence', { id }, { token: tenant.token });

  expect(status).toBe(422);
  expect(body.errors).toEqual([
    {
      field: 'id',
      code: 'answer-too-large',
      detail:
        'The answer would be larger than AWS Lambda can return (6 MB): ask the operator to write this document with the command `evidence show`.',
    },
  ]);
});

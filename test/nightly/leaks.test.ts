import { PutCommand } from '@aws-sdk/lib-dynamodb';
import bcrypt from 'bcryptjs';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { newMachineKey } from '../../shared/identity/machine-key.ts';
import { endKey } from '../../shared/identity/machine-keys.ts';
import type { Role } from '../../shared/identity/user.ts';
import { MadeLinks } from '../../shared/links/link-schemas.ts';
import { makeCanaries, newDetector } from '../functions/leaks/canaries.ts';
import { recordLog } from '../functions/leaks/log-record.ts';
import { today } from '../shared/consents/erasure/erasure-requests.ts';
import type { Encoding, Parameters } from '../support/call/event.ts';
import { encoders } from '../support/call/event.ts';
import { startCold } from '../support/call/functions.ts';
import type { Reply, Sending } from '../support/call/invoke.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import { noise } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';

const proxy = await startStoreProxy();
const { addConsent, newKey, newTenant, noticeContent, spendUnits } = await import('../support/make/builders.ts');
const { invoke, send } = await import('../support/call/invoke.ts');
const { newRefreshToken } = await import('../../shared/identity/session.ts');
const { endSession } = await import('../../shared/identity/session.ts');
const { refuseErasureRequest } = await import('../../shared/consents/erasure/requests.ts');
const { changeRole } = await import('../../shared/identity/user.ts');
const { createNotice } = await import('../support/make/notices.ts');
const { getItem } = await import('../../shared/store/read.ts');
const { keyOf } = await import('../../shared/store/keys.ts');
const { openOwnLog } = await import('../support/make/register-log.ts');
const { table } = await import('../support/make/table.ts');

const canaries = makeCanaries(100);
const operations = Object.keys(contract) as OperationName[];

let turn = 0;

/** Another canary each time. */
const next = (): string => {
  turn += 1;
  return canaries[turn % canaries.length] ?? '';
};

/** The next one that may stand before the @ of a plain address. */
const nextPlain = (): string => {
  const canary = next();
  return /^[\w.-]+$/.test(canary) ? canary : nextPlain();
};

/** What callers send besides what an operation asks for. */
const surroundings = () => ({
  cookie: next(),
  'x-forwarded-for': next(),
  referer: next(),
  'idempotency-key': `key-${turn}`,
});

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const personal = (): Parameters => ({
  first_name: next(),
  last_name: next(),
  email: next(),
  phone: next(),
  tax_code: next(),
});

const goodParameters: Readonly<Record<OperationName, (tenant: Tenant, consentId: string) => Parameters>> = {
  login: () => ({ email: next(), password: next() }),
  details: () => ({ name: next() }),
  refreshToken: () => ({
    refresh_token: newRefreshToken({ userId: 1, sessionId: noise(16).toString('hex') }).text,
  }),
  changePassword: () => ({ currentPassword: next(), newPassword: `${next()} ${next()}` }),
  logout: () => ({ name: next() }),
  addConsent: ({ projectUid, pid }) => ({
    projectUid,
    consentInformationPid: pid,
    proof: { url: next(), html: next() },
    userData: personal(),
  }),
  searchConsents: () => ({ userData: personal() }),
  revokeConsent: (_tenant, id) => ({ id, proof: { url: next(), html: next() } }),
  getNotices: ({ pid }) => ({ pid }),
  getEvidence: (_tenant, id) => ({ id }),
  checkPeople: ({ pid }) => ({ pid, people: [personal(), personal()] }),
  makeLinks: ({ pid }) => ({ pid, people: [{ email: next() }, { phone: next() }] }),
  listConsents: () => ({ userData: personal() }),
  listDueConsents: ({ pid }) => ({ consentInformationPid: pid }),
  listNotices: ({ pid }) => ({ pid }),
  getNoticeVersion: ({ notices: [notice] }) => ({ id: notice?.versionId ?? '' }),
  listProjects: () => ({}),
  getOverview: () => ({}),
  requestConfirmation: ({ projectUid, pid }) => ({
    projectUid,
    consentInformationPid: pid,
    proof: { url: next(), html: next() },
    userData: { ...personal(), email: `${nextPlain()}@mail.example` },
  }),
  requestErasure: (_tenant, id) => ({ ids: id, reason: 'objected', receivedOn: today(), reference: 'DSR-1' }),
  listErasureRequests: () => ({}),
};

const malformed: Readonly<Record<Encoding, () => { contentType: string; body: Buffer }>> = {
  json: () => ({ contentType: 'application/json', body: Buffer.from(`{"userData": {"email": "${next()}", ${next()}`) }),
  form: () => ({
    contentType: encoders.form({}).contentType,
    body: Buffer.from(`email=${next()}&%zz${next()}=${next()}`),
  }),
  multipart: () => {
    const { contentType, body } = encoders.multipart({ email: next(), [`b${turn}`]: next() });
    return { contentType, body: body.subarray(0, body.length - 30) };
  },
};

const spoil = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, [{ [`a${turn}`]: next() }]]));

/** Everything that was answered, by operation and code. */
const replies: { readonly operation: OperationName; readonly reply: Reply }[] = [];
let log: { readonly lines: string[] };
const tokens: string[] = [];

beforeEach(() => {
  log = recordLog();
});

/** Calls an operation in every encoding with what makes `parameters` each time. */
const inAllEncodings = async (
  operation: OperationName,
  parameters: () => Parameters,
  sending: Sending,
): Promise<void> => {
  for (const encoding of ['form', 'json', 'multipart'] as const) {
    const headers = { ...surroundings(), ...sending.headers };
    const reply = await invoke(operation, parameters(), { ...sending, headers, encoding });
    replies.push({ operation, reply });
  }
};

/** Calls an operation in one encoding, where the body is not what matters. */
const inOneEncoding = async (operation: OperationName, parameters: Parameters, sending: Sending): Promise<void> => {
  const encoding = (['form', 'json', 'multipart'] as const)[turn % 3] ?? 'form';
  const reply = await invoke(operation, parameters, {
    ...sending,
    headers: { ...surroundings(), ...sending.headers },
    encoding,
  });
  replies.push({ operation, reply });
};

const sendRaw = async (
  operation: OperationName,
  encoded: { contentType?: string; body?: Buffer },
  sending: Sending,
) => {
  replies.push({
    operation,
    reply: await send(operation, encoded, { ...sending, headers: { ...surroundings(), ...sending.headers } }),
  });
};

const newCase = async () => {
  const tenant = await newTenant();
  tokens.push(tenant.token, tenant.refreshToken);
  const { consentId } = await addConsent(tenant, { userData: personal(), proof: { url: next(), html: next() } });
  return { tenant, consentId };
};

const tryBodies = async (operation: OperationName, sending: Sending): Promise<void> => {
  for (const make of Object.values(malformed)) await sendRaw(operation, make(), sending);
  await sendRaw(operation, { contentType: `text/plain; x=${next()}`, body: Buffer.from(next()) }, sending);
  const large = Buffer.from(`a=${next()}${'x'.repeat(1_100_000)}`);
  await sendRaw(operation, { contentType: encoders.form({}).contentType, body: large }, sending);
};

const tryStore = async (operation: OperationName, parameters: () => Parameters, sending: Sending): Promise<void> => {
  const failures = [
    storeError(400, 'ValidationException', { message: next() }),
    storeError(500, 'InternalServerError', { message: next() }),
  ];
  for (const failure of failures) {
    proxy.intercept = async () => failure;
    await inOneEncoding(operation, parameters(), sending);
    proxy.intercept = undefined;
  }
};

const tryTokens = async (operation: OperationName, parameters: () => Parameters): Promise<void> => {
  const ended = await newCase();
  const old = await newCase();
  const sid = Buffer.from(ended.tenant.token.split('.')[1] ?? '', 'base64url').toString();
  await endSession(table, ended.tenant.userId, JSON.parse(sid).sid, new Date());
  await inOneEncoding(operation, parameters(), {});
  await inOneEncoding(operation, parameters(), { token: next() });
  await inOneEncoding(operation, parameters(), { token: `${ended.tenant.token.slice(0, -4)}AAAA` });
  await inOneEncoding(operation, parameters(), { token: ended.tenant.token });
  passTime(3_601_000);
  await inOneEncoding(operation, parameters(), { token: old.tenant.token });
  passTime(-3_601_000);
  const { userId, accountId } = ended.tenant;
  const [good, over] = [await newKey(ended.tenant), await newKey(ended.tenant)];
  await endKey(table, { id: userId, accountId }, over.keyId, changeAt());
  const keys = [good.token, over.token, newMachineKey({ userId, accountId }).text, good.token.slice(0, -1)];
  tokens.push(...keys);
  for (const token of keys) await inOneEncoding(operation, parameters(), { token });
  for (const token of [good.token, ended.tenant.token]) {
    await inOneEncoding(operation, { ...parameters(), [over.token]: '1', name: good.token }, { token });
  }
  if (contract[operation].access === 'bearer') return;
  const tryRole = async (role: Role): Promise<void> => {
    const limited = await newTenant();
    tokens.push(limited.token);
    await changeRole(table, { id: limited.userId, accountId: limited.accountId }, role, changeAt());
    await inOneEncoding(operation, parameters(), { token: limited.token });
  };
  await tryRole('sender');
  if (contract[operation].access !== 'consent-register') return;
  const forbidden = await newTenant({ enabled: false });
  tokens.push(forbidden.token);
  await inOneEncoding(operation, parameters(), { token: forbidden.token });
  if ('writes' in contract[operation]) await tryRole('reader');
};

const tryErasures = async (tenant: Tenant, consentId: string): Promise<void> => {
  const { token, accountId } = tenant;
  const asked = (id = consentId) => goodParameters.requestErasure(tenant, id);
  for (const reference of ['DSR-1', 'DSR-2']) {
    const keyed = { token, headers: { 'idempotency-key': 'one-erasure' } };
    await inOneEncoding('requestErasure', { ...asked(), reference }, keyed);
  }
  await inAllEncodings('requestErasure', () => asked('f'.repeat(32)), { token });
  await inAllEncodings('requestErasure', () => ({ withdraw: 'f'.repeat(32) }), { token });
  const { id } = (await invoke('requestErasure', asked(), { token })).body;
  await refuseErasureRequest(table, accountId, id, { refusal: next(), change: changeAt() });
  await inAllEncodings('requestErasure', () => ({ withdraw: id }), { token });
  for (let i = 0; i < limits.erasureRequestsPerDay; i += 1) await invoke('requestErasure', asked(), { token });
  await inAllEncodings('requestErasure', asked, { token });
};

const tryPasswords = async (): Promise<void> => {
  const [{ tenant: changing }, { tenant: guessing }] = [await newCase(), await newCase()];
  const evaluations = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
  const parameters = () => goodParameters.changePassword(changing, '');
  await inAllEncodings('changePassword', parameters, { token: changing.token });
  evaluations.mockImplementation(async () => false);
  for (let i = 0; i < 11; i += 1) await inOneEncoding('changePassword', parameters(), { token: guessing.token });
  evaluations.mockRestore();
};

const tryOwnProblems = async (): Promise<void> => {
  const { tenant, consentId } = await newCase();
  const { token } = tenant;
  const large = () => ({ url: next(), html: noise(440_000).toString('base64') });
  const oneKey = { token, headers: { 'idempotency-key': 'one' } };
  for (const [operation, id] of [
    ['addConsent', ''],
    ['revokeConsent', consentId],
    ['requestConfirmation', ''],
  ] as const) {
    const parameters = () => goodParameters[operation](tenant, id);
    await inAllEncodings(operation, parameters, { ...oneKey, headers: { 'idempotency-key': `one-${operation}` } });
    await sendRaw(operation, encoders.json({ ...parameters(), proof: large() }), { token });
  }
  const { consentId: other } = await addConsent(tenant);
  await sendRaw('revokeConsent', encoders.json({ id: other, proof: large() }), { token });
  await inAllEncodings('revokeConsent', () => goodParameters.revokeConsent(tenant, 'f'.repeat(32)), { token });
  await inAllEncodings('getNotices', () => ({ pid: 999_999 }), { token });
  await inAllEncodings('getEvidence', () => ({ id: 'f'.repeat(32) }), { token });
  await inAllEncodings('checkPeople', () => ({ pid: 999_999, people: [personal()] }), { token });
  const { tenant: mailing } = await newCase();
  await changeRole(table, { id: mailing.userId, accountId: mailing.accountId }, 'sender', changeAt());
  await inAllEncodings('makeLinks', () => ({ people: [{ email: next() }] }), { token: mailing.token });
  const again = goodParameters.requestConfirmation(tenant, '');
  await inAllEncodings('requestConfirmation', () => again, { token });
  await inAllEncodings('makeLinks', () => ({ pid: 999_999, people: [{ email: next() }] }), { token });
  await inAllEncodings('listNotices', () => ({ pid: 999_999 }), { token });
  await inAllEncodings('getNoticeVersion', () => ({ id: 'f'.repeat(32) }), { token });
  await inAllEncodings('listProjects', () => ({ [`a${turn}`]: next() }), { token });
  await inAllEncodings('getOverview', () => ({ [`a${turn}`]: next() }), { token });
  await inAllEncodings('listErasureRequests', () => ({ [`a${turn}`]: next() }), { token });
  await tryErasures(tenant, consentId);
  await tryPasswords();
  const reader = await newTenant();
  const proof = { html: noise(280_000).toString('base64') };
  const soonOver = noticeContent({ validityDays: 10 });
  const { pid: consentInformationPid } = await createNotice(table, reader.accountId, soonOver, new Date());
  const { consentId: kept } = await addConsent(reader, { proof, consentInformationPid });
  const { consentId: second } = await addConsent(reader, { proof, consentInformationPid });
  await addConsent(reader, { proof, consentInformationPid });
  await invoke('revokeConsent', { id: kept, proof }, { token: reader.token });
  await spendUnits(reader);
  await spendUnits(reader, 'checks');
  const crowd = () => Array.from({ length: 25 }, () => ({ email: next() }));
  await inAllEncodings('checkPeople', () => ({ pid: reader.pid, people: crowd() }), { token: reader.token });
  await inAllEncodings('getEvidence', () => ({ id: kept }), { token: reader.token });
  const ofAll = () => ({ userData: { email: 'ada@example.com', card: ' ' }, lang: '' });
  await inAllEncodings('searchConsents', ofAll, { token: reader.token });
  await inAllEncodings('listConsents', () => ({ userData: { email: 'ada@example.com' } }), { token: reader.token });
  await inAllEncodings('listDueConsents', () => ({}), { token: reader.token });
  for (const part of ['notices', 'records'] as const) await spendUnits(reader, part);
  const many = () => ({ ...goodParameters.requestErasure(reader, ''), ids: [kept, second] });
  await inAllEncodings('requestErasure', many, { token: reader.token });
  const refusedToo =
    'addConsent revokeConsent requestConfirmation makeLinks getNotices listNotices getNoticeVersion listProjects getOverview listErasureRequests';
  for (const operation of refusedToo.split(' ') as OperationName[])
    await inAllEncodings(operation, () => goodParameters[operation](reader, kept), { token: reader.token });
  const sendPassword = () => goodParameters.changePassword(reader, '');
  for (let i = 0; i < limits.passwordChangesPerHour + 5; i += 1)
    await inOneEncoding('changePassword', { ...sendPassword(), newPassword: next() }, { token: reader.token });
  const evaluations = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
  const email = next();
  for (let i = 0; i < 11; i += 1) await inOneEncoding('login', { email, password: next() }, {});
  evaluations.mockImplementation(async () => true);
  await inAllEncodings('login', () => ({ email: tenant.email, password: next() }), { sourceIp: '203.0.113.8' });
  evaluations.mockRestore();
  await inAllEncodings('refreshToken', () => ({ refresh_token: tenant.refreshToken }), {});
};

/** Asks for the evidence of a consent whose withdrawal the log knows, and the table has lost. */
const tryLostHistory = async (): Promise<void> => {
  const register = await openOwnLog();
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const before = await getItem(table, keyOf.consent(tenant.accountId, consentId));
  await invoke('revokeConsent', goodParameters.revokeConsent(tenant, consentId), { token: tenant.token });
  await register.publish();
  await table.client.send(new PutCommand({ TableName: table.name, Item: before }));
  await inAllEncodings('getEvidence', () => ({ id: consentId }), { token: tenant.token });
};

/** Calls every operation in a container of a stage that allows other addresses than the caller's. */
const tryAddresses = async (): Promise<void> => {
  const { tenant, consentId } = await newCase();
  vi.stubEnv('ALLOWED_ADDRESSES', '203.0.113.0/24');
  await startCold();
  const elsewhere = await import('../support/call/invoke.ts');
  for (const operation of operations) {
    const sending = { token: tenant.token, headers: surroundings(), sourceIp: '198.51.100.77' };
    const reply = await elsewhere.invoke(operation, goodParameters[operation](tenant, consentId), sending);
    replies.push({ operation, reply });
  }
  vi.unstubAllEnvs();
};

test('no operation, whatever it answers, lets out what it was given', async () => {
  setTime('2026-11-20T12:00:00Z');
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
  for (const operation of operations) {
    const { tenant, consentId } = await newCase();
    const parameters = () => goodParameters[operation](tenant, consentId);
    const sending = { token: tenant.token, sourceIp: `198.51.100.${operations.indexOf(operation)}` };
    await inAllEncodings(operation, parameters, sending);
    await tryBodies(operation, sending);
    await inAllEncodings(operation, () => spoil(parameters()), sending);
    await tryStore(operation, parameters, sending);
    if (contract[operation].access !== 'anyone') await tryTokens(operation, parameters);
  }
  vi.mocked(bcrypt.compare).mockRestore();
  await tryOwnProblems();
  await tryLostHistory();
  await tryAddresses();

  for (const { reply } of replies)
    if (reply.status === 200) tokens.push(...[reply.body.access_token, reply.body.refresh_token].filter(Boolean));
  for (const { operation, reply } of replies)
    if (operation === 'makeLinks' && reply.status === 200)
      tokens.push(
        ...v
          .parse(MadeLinks, reply.body)
          .data.flatMap(({ page, oneClick }) => [page.slice(-114), oneClick?.slice(-114) ?? '']),
      );
  const find = newDetector(canaries, tokens);
  const isSuccess = ({ reply }: (typeof replies)[number]) => reply.status === 200;
  const told = replies.map((entry) => JSON.stringify([entry.reply.headers, isSuccess(entry) ? '' : entry.reply.body]));
  expect(log.lines.flatMap(find)).toEqual([]);
  expect(told.flatMap(find)).toEqual([]);

  const reached = new Set(
    replies.map(({ operation, reply }) => `${operation} ${reply.status === 200 ? 200 : reply.body.code}`),
  );
  // Where an option is off, no function of the operation answers so. What becomes of mails is tried with their requests.
  const elsewhere = /^(?:operation\.off|mail\..+)$/;
  const possible = operations.flatMap((operation) =>
    ['200', ...problemsOf(contract[operation]).filter((code) => !elsewhere.test(code))].map(
      (code) => `${operation} ${code}`,
    ),
  );
  expect(possible.filter((pair) => !reached.has(pair))).toEqual([]);
  expect(find(`x${canaries[0]}`)).toContain(canaries[0]);
  expect(new Set(canaries).size).toBe(100);
  expect(log.lines.length).toBeGreaterThan(400);
}, 120_000);

import { afterEach, expect, test, vi } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { describeProblems, problemExample } from '../../build/openapi/problems.ts';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { keyFilePath } from '../../shared/api/other-routes.ts';
import type { ProblemCode } from '../../shared/api/problem.ts';
import { problems } from '../../shared/api/problem.ts';
import { beginErasureRequest } from '../../shared/consents/erasure/requests.ts';
import { endKey } from '../../shared/identity/machine-keys.ts';
import { endSession, listSessions } from '../../shared/identity/session.ts';
import { changeRole } from '../../shared/identity/user.ts';
import { toLeafItem } from '../../shared/log/blocks.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { isNew, write } from '../../shared/store/write.ts';
import { toRouteEvent } from '../support/call/event.ts';
import { startCold } from '../support/call/functions.ts';
import type { Reply } from '../support/call/invoke.ts';
import { askNoOperation } from '../support/call/no-operation.ts';
import { serve } from '../support/call/serve.ts';
import type { StoreAnswer } from '../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import type { Tenant } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { editItem } from '../support/make/stored.ts';

const proxy = await startStoreProxy();
const { addConsent, consentOf, newKey, newTenant, spendUnits } = await import('../support/make/builders.ts');
const { askErasure } = await import('../shared/consents/erasure/erasure-requests.ts');
const { invoke, send } = await import('../support/call/invoke.ts');
const { logTable, table } = await import('../support/make/table.ts');

afterEach(() => {
  proxy.intercept = undefined;
  vi.unstubAllEnvs();
});

const unknownId = 'f'.repeat(32);
const form = 'application/x-www-form-urlencoded';

/** What `add` says when the store answers its write in this way. */
const addWhenStoreSays = async (answer: StoreAnswer): Promise<Reply> => {
  const tenant = await newTenant();
  proxy.intercept = async (call) => (call.name === 'PutItem' ? answer : call.forward());
  return invoke('addConsent', consentOf(tenant), { token: tenant.token });
};

/** What is answered to a request of no operation. */
const ask = async (method: string, path: string): Promise<Reply> => {
  const { status, headers, text } = await askNoOperation(method, path);
  return { status, headers, body: JSON.parse(text) };
};

const askMailbox = async (tenant: Tenant, call = invoke): Promise<Reply> =>
  call('requestConfirmation', consentOf(tenant), { token: tenant.token });

/** Asks for a mail in a new container that is told something else of mail. */
const withMail = async (variables: Readonly<Record<string, string | undefined>>): Promise<Reply> => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  await startCold();
  const { invoke: invokeCold } = await import('../support/call/invoke.ts');
  const reply = await askMailbox(await newTenant(), invokeCold);
  vi.unstubAllEnvs();
  return reply;
};

const causes: Readonly<Record<Exclude<ProblemCode, 'parameters.invalid'>, () => Promise<Reply>>> = {
  'body.unreadable': () => send('login', { contentType: 'application/json', body: Buffer.from('{"a":1,}') }),
  'body.too-large': () => send('login', { contentType: form, body: Buffer.alloc(1_048_577, 'a') }),
  'body.unsupported-media-type': () => send('login', { contentType: 'text/plain', body: Buffer.from('email=a') }),
  'credentials.invalid': () => invoke('login', { email: 'nobody@example.com', password: 'wrong' }),
  'login.throttled': async () => {
    for (let i = 0; i < 10; i += 1) await invoke('login', { email: 'often@example.com', password: 'wrong' });
    return invoke('login', { email: 'often@example.com', password: 'wrong' });
  },
  'search.throttled': async () => {
    const tenant = await newTenant();
    await spendUnits(tenant);
    return invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token: tenant.token });
  },
  'check.throttled': async () => {
    const tenant = await newTenant();
    await spendUnits(tenant, 'checks');
    return invoke('checkPeople', { pid: tenant.pid, people: [{ email: 'ada@example.com' }] }, { token: tenant.token });
  },
  'account.throttled': async () => {
    const tenant = await newTenant();
    await spendUnits(tenant, 'notices');
    return invoke('getNotices', { pid: tenant.pid }, { token: tenant.token });
  },
  'password.throttled': async () => {
    const { token } = await newTenant();
    const passwords = { currentPassword: 'a guess', newPassword: 'short' };
    for (let i = 0; i < limits.passwordChangesPerHour; i += 1) await invoke('changePassword', passwords, { token });
    return invoke('changePassword', passwords, { token });
  },
  'refresh-token.invalid': () => invoke('refreshToken', { refresh_token: 'x' }),
  'token.missing': () => invoke('details'),
  'token.invalid': () => invoke('details', {}, { token: 'a.b.c' }),
  'token.expired': async () => {
    setTime('2026-11-21T12:00:00Z');
    const { token } = await newTenant();
    passTime(3_601_000);
    return invoke('details', {}, { token });
  },
  'session.ended': async () => {
    const { token, userId } = await newTenant();
    const [session] = await listSessions(table, userId);
    await endSession(table, userId, session?.id ?? '', new Date());
    return invoke('details', {}, { token });
  },
  'key.ended': async () => {
    const tenant = await newTenant();
    const { token, keyId } = await newKey(tenant);
    await endKey(table, { id: tenant.userId, accountId: tenant.accountId }, keyId, changeAt());
    return invoke('details', {}, { token });
  },
  'key.not-allowed': async () => invoke('logout', {}, await newKey(await newTenant())),
  'address.not-allowed': async () => {
    vi.stubEnv('ALLOWED_ADDRESSES', '192.0.2.0/24');
    await startCold();
    const elsewhere = await import('../support/call/invoke.ts');
    return elsewhere.invoke('details');
  },
  'account.consent-register-disabled': async () => {
    const { token } = await newTenant({ enabled: false });
    return invoke('getNotices', { pid: 1 }, { token });
  },
  'user.read-only': async () => {
    const { token, userId, accountId } = await newTenant();
    await changeRole(table, { id: userId, accountId }, 'reader', changeAt());
    return invoke('addConsent', {}, { token });
  },
  'user.sender-only': async () => {
    const { token, userId, accountId } = await newTenant();
    await changeRole(table, { id: userId, accountId }, 'sender', changeAt());
    return invoke('searchConsents', {}, { token });
  },
  'consent.not-found': async () => {
    const { token } = await newTenant();
    return invoke('revokeConsent', { id: unknownId, proof: { url: 'x' } }, { token });
  },
  'erasure-request.not-found': async () => {
    const { token } = await newTenant();
    return invoke('requestErasure', { withdraw: unknownId }, { token });
  },
  'erasure-request.fixed': async () => {
    const tenant = await newTenant();
    const { id } = (await askErasure(tenant)).body;
    await beginErasureRequest(table, tenant.accountId, id);
    return invoke('requestErasure', { withdraw: id }, { token: tenant.token });
  },
  'erasure-request.throttled': async () => {
    const tenant = await newTenant();
    for (let i = 0; i < limits.erasureRequestsPerDay; i += 1) await askErasure(tenant);
    return askErasure(tenant);
  },
  'key-file.not-found': async () => {
    const { handler } = await import('../../functions/key-file.ts');
    const event = toRouteEvent(`GET ${keyFilePath}`, 'GET', keyFilePath, {});
    const { statusCode, headers = {}, body } = await handler(event, newLambdaContext('keyFile'));
    return { status: statusCode, headers, body: JSON.parse(body) };
  },
  'notice.not-found': async () => {
    const { token, accountId } = await newTenant();
    const roster = { revision: 1, projectUids: [], pids: [1, 2, 3] };
    await editItem(table, keyOf.account(accountId), 'SET roster = :roster', { ':roster': roster });
    return invoke('getNotices', { pid: 999 }, { token });
  },
  'idempotency-key.reused': async () => {
    const tenant = await newTenant();
    const headers = { 'idempotency-key': 'once' };
    await invoke('addConsent', consentOf(tenant), { token: tenant.token, headers });
    return invoke('addConsent', consentOf(tenant, { lang: 'ita' }), { token: tenant.token, headers });
  },
  'consent.too-large': async () => {
    const tenant = await newTenant();
    const proof = { html: noise(400_000).toString('base64') };
    return invoke('addConsent', consentOf(tenant, { proof }), { token: tenant.token });
  },
  'confirmation.throttled': async () => {
    const tenant = await newTenant();
    await askMailbox(tenant);
    return askMailbox(tenant);
  },
  'mail.not-configured': () => withMail({ MAIL_FROM: undefined }),
  'mail.refused': () => withMail({ AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:9' }),
  'mail.unsettled': async () => {
    const broken = await serve((request) => {
      request.socket.destroy();
    });
    return withMail({ AWS_ENDPOINT_URL_SESV2: broken });
  },
  'operation.off': () => ask('POST', '/consent-register/links'),
  'path.unknown': () => ask('GET', '/'),
  'method.not-allowed': () => ask('GET', '/login'),
  'evidence.history-incomplete': async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const event = { kind: 'revoked', id, time: Date.now() } as const;
    await write(logTable, { put: toLeafItem({ event, entry: Buffer.alloc(32) }, 1_234), ...isNew });
    return invoke('getEvidence', { id }, { token: tenant.token });
  },
  'service.fault': () => addWhenStoreSays(storeError(400, 'ValidationException')),
  'store.unavailable': () => addWhenStoreSays(storeError(500, 'InternalServerError')),
};

/** Headers that tell a client what to do, of each answer with the problem that the document has. */
const documentedHeaders = (code: ProblemCode): string[][] =>
  (Object.keys(contract) as OperationName[])
    .filter((name) => problemsOf(contract[name]).includes(code))
    .flatMap((name) => describeProblems(name).filter(({ status }) => Number(status) === problems[code].status))
    .map(({ answer }) => Object.keys(Object(answer.headers)));

test.each(Object.entries(causes))('the example of %s is what the service says', async (name, cause) => {
  const code = name as ProblemCode;
  const { body, headers } = await cause();
  const { detail, errors } = problemExample(code);
  const given = ['Retry-After', 'WWW-Authenticate'].filter((header) => headers[header.toLowerCase()] !== undefined);

  expect({ code: body.code, detail: body.detail, errors: body.errors ?? [] }).toEqual({ code, detail, errors });
  for (const documented of documentedHeaders(code)) expect(documented).toEqual(given);
});

const names = Object.keys(contract) as OperationName[];

test.each(names.filter((name) => descriptions[name].refused !== undefined))(
  'what is wrong in the 422 of %s is what the service says',
  async (name) => {
    const { token } = await newTenant();

    const { body } = await invoke(name, descriptions[name].refused, { token, encoding: 'json' });

    const { code, detail, errors } = problemExample('parameters.invalid', name);
    expect(errors).toHaveLength(1);
    expect(body).toMatchObject({ code, detail, errors });
  },
);

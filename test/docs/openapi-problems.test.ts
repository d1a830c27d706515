import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { problemDetails } from '../../cli/openapi/problem-details.ts';
import type { ProblemCode } from '../../shared/problem.ts';
import { listSessions } from '../../shared/store/session.ts';
import { endSession } from '../../shared/store/session-ending.ts';
import { passTime, setTime } from '../support/clock.ts';
import type { Reply } from '../support/invoke.ts';
import type { StoreAnswer } from '../support/store-proxy.ts';
import { startStoreProxy, storeError } from '../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { consentOf, newTenant } = await import('../support/builders.ts');
const { invoke, send } = await import('../support/invoke.ts');
const { table } = await import('../support/table.ts');

afterEach(() => {
  proxy.intercept = undefined;
});

const unknownId = 'f'.repeat(32);
const form = 'application/x-www-form-urlencoded';

/** What `add` says when the store answers its transaction in this way. */
const addWhenStoreSays = async (answer: StoreAnswer): Promise<Reply> => {
  const tenant = await newTenant();
  proxy.intercept = async (call) => (call.name === 'TransactWriteItems' ? answer : call.forward());
  return invoke('addConsent', consentOf(tenant), { token: tenant.token });
};

const causes: Readonly<Record<ProblemCode, () => Promise<Reply>>> = {
  'body.unreadable': () => send('login', { contentType: form, body: Buffer.from('email=%') }),
  'body.too-large': () => send('login', { contentType: form, body: Buffer.alloc(1_048_577, 'a') }),
  'body.unsupported-media-type': () => send('login', { contentType: 'text/plain', body: Buffer.from('email=a') }),
  'credentials.invalid': () => invoke('login', { email: 'nobody@example.com', password: 'wrong' }),
  'login.throttled': async () => {
    for (let i = 0; i < 10; i += 1) await invoke('login', { email: 'often@example.com', password: 'wrong' });
    return invoke('login', { email: 'often@example.com', password: 'wrong' });
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
  'account.consent-register-disabled': async () => {
    const { token } = await newTenant({ enabled: false });
    return invoke('getNotices', { pid: 1 }, { token });
  },
  'consent.not-found': async () => {
    const { token } = await newTenant();
    return invoke('revokeConsent', { id: unknownId, proof: { url: 'x' } }, { token });
  },
  'notice.not-found': async () => {
    const { token } = await newTenant();
    return invoke('getNotices', { pid: 999 }, { token });
  },
  'idempotency-key.reused': async () => {
    const tenant = await newTenant();
    const headers = { 'idempotency-key': 'once' };
    await invoke('addConsent', consentOf(tenant), { token: tenant.token, headers });
    return invoke('addConsent', consentOf(tenant, { lang: 'ita' }), { token: tenant.token, headers });
  },
  'parameters.invalid': async () => {
    const tenant = await newTenant();
    return invoke('addConsent', consentOf(tenant, { proof: {} }), { token: tenant.token, encoding: 'json' });
  },
  'consent.too-large': async () => {
    const tenant = await newTenant();
    const proof = { html: randomBytes(400_000).toString('base64') };
    return invoke('addConsent', consentOf(tenant, { proof }), { token: tenant.token });
  },
  'service.fault': () => addWhenStoreSays(storeError(400, 'ValidationException')),
  'store.unavailable': () => addWhenStoreSays(storeError(500, 'InternalServerError')),
};

test.each(Object.entries(causes))('the example of %s is what the service says', async (code, cause) => {
  const { body } = await cause();
  const { detail, errors } = problemDetails[code as ProblemCode];

  expect({ code: body.code, detail: body.detail, errors: body.errors }).toEqual({ code, detail, errors });
});

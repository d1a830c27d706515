import { expect, test, vi } from 'vitest';
import { describeFault } from '../../../shared/runtime/logger.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, consentOf, newTenant } from '../../support/make/builders.ts';
import { password } from '../../support/make/password.ts';

const logged = (): Record<string, unknown>[] =>
  [console.info, console.warn, console.error].flatMap((method) => vi.mocked(method).mock.calls.map(([line]) => line));

test('every request ends with one line that says what came of it', async () => {
  const tenant = await newTenant();
  await invoke('details', {}, { token: tenant.token });
  await invoke('login', {});

  expect(logged()).toEqual([
    {
      code: 'request.end',
      path: '/details',
      status: 200,
      milliseconds: expect.any(Number),
      requestId: expect.any(String),
    },
    {
      code: 'request.end',
      path: '/login',
      status: 422,
      milliseconds: expect.any(Number),
      requestId: expect.any(String),
    },
  ]);
});

test('what an operator counts has a line of its own', async () => {
  const tenant = await newTenant();
  await invoke('login', { email: tenant.email, password });
  const { consentId: id } = await addConsent(tenant);
  await invoke('revokeConsent', { id, proof: { url: 'x' } }, { token: tenant.token });
  await addConsent(tenant);
  await invoke('revokeConsent', { id, proof: { url: 'x' } }, { token: tenant.token });
  await invoke('refreshToken', { refresh_token: tenant.refreshToken });
  await invoke('refreshToken', { refresh_token: tenant.refreshToken });

  expect(logged().filter(({ code }) => code !== 'request.end')).toEqual([
    { code: 'session.started', userId: tenant.userId },
    { code: 'consent.recorded', count: 1 },
    { code: 'consent.revoked' },
    { code: 'consent.recorded', count: 1 },
    { code: 'refresh-token.refused', outcome: 'reused', userId: tenant.userId },
  ]);
});

test('what is repeated with its Idempotency-Key is counted once', async () => {
  const tenant = await newTenant();
  const sending = (key: string) => ({ token: tenant.token, headers: { 'idempotency-key': key } });
  const { body } = await invoke('addConsent', consentOf(tenant), sending('add'));
  await invoke('addConsent', consentOf(tenant), sending('add'));
  const revocation = { id: body.consentId, proof: { url: 'x' } };
  for (const key of ['revoke', 'revoke', 'again']) await invoke('revokeConsent', revocation, sending(key));

  expect(logged().filter(({ code }) => code !== 'request.end')).toEqual([
    { code: 'consent.recorded', count: 1 },
    { code: 'consent.revoked' },
  ]);
});

test.each(['of many lines\n    at ada@example.com', ''])('a fault is logged without its message (%j)', (message) => {
  const fields = describeFault(new Error(message, { cause: new TypeError('ada@example.com') }));

  expect(fields).toMatchObject({
    name: 'Error',
    cause: 'TypeError',
    frames: expect.arrayContaining([expect.any(String)]),
  });
  expect(JSON.stringify(fields)).not.toContain('ada@example.com');
});

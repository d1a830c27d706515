import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Parameters } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { makeCanaries, newDetector } from './leaks/canaries.ts';
import { recordLog } from './leaks/log-record.ts';

test('neither the log nor a refusal has what a caller sent', async () => {
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
  const canaries = makeCanaries(20);
  const tenant = await newTenant();
  const { token, refreshToken, projectUid, pid } = tenant;
  const [email = '', phone = '', url = '', html = '', password = ''] = canaries.slice(2);
  const proof = { url, html };
  const { consentId: id } = await addConsent(tenant, { userData: { email, phone }, proof });
  const calls: (readonly [OperationName, Parameters])[] = [
    ['addConsent', { projectUid, consentInformationPid: pid, proof, userData: { email, phone } }],
    ['addConsent', { projectUid, consentInformationPid: pid, proof: html, userData: { email: [phone] } }],
    ['addConsent', { projectUid: phone, consentInformationPid: pid, proof, userData: { email } }],
    ['searchConsents', { userData: { email, phone } }],
    ['searchConsents', { userData: { email }, lang: html }],
    ['listConsents', { userData: { email, a: url }, next: html }],
    ['revokeConsent', { id, proof }],
    ['revokeConsent', { id: 'f'.repeat(32), proof }],
    ['getEvidence', { id: html }],
    ['refreshToken', { refresh_token: `${refreshToken.slice(0, -4)}AAAA` }],
    ['refreshToken', { refresh_token: html }],
    ...Array.from({ length: 12 }, () => ['login', { email, password }] as const),
  ];
  const log = recordLog();
  const refusals: string[] = [];
  for (const [operation, parameters] of calls) {
    const headers = { 'x-forwarded-for': url, 'idempotency-key': `key-${refusals.length}`, cookie: html };
    const { status, body, headers: answered } = await invoke(operation, parameters, { token, headers });
    refusals.push(JSON.stringify([answered, status === 200 ? '' : body]));
  }
  vi.restoreAllMocks();

  const find = newDetector(canaries, [token, refreshToken]);
  expect(log.lines.length).toBeGreaterThan(calls.length / 2);
  expect(log.lines.flatMap(find)).toEqual([]);
  expect(refusals.flatMap(find)).toEqual([]);
});

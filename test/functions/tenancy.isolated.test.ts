import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { closedNames } from '../../shared/http/validation.ts';
import type { Parameters } from '../support/call/event.ts';
import type { Reply } from '../support/call/invoke.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, consentOf, newTenant } from '../support/make/builders.ts';
import { table } from '../support/make/table.ts';

const missingPid = 999_999;
const missingId = 'f'.repeat(32);

/** What an answer says, without what differs between any two calls. */
const toComparable = ({ status, body: { requestId: _requestId, ...body } }: Reply, from: string, to: string) =>
  JSON.stringify({ status, body }).replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to);

const checkOf = (pid: number): Parameters => ({ pid, people: [{ email: 'ada@example.com' }] });

/** Each row names something of the other account, and something that is nobody's in its place. */
const attempts: [OperationName, (own: Tenant, other: Tenant, consentId: string) => [Parameters, Parameters]][] = [
  [
    'addConsent',
    (own, other) => [
      consentOf(own, { consentInformationPid: other.pid }),
      consentOf(own, { consentInformationPid: missingPid }),
    ],
  ],
  [
    'addConsent',
    (own, other) => [
      consentOf(own, { consentInformationVersionId: other.notices[0]?.versionId }),
      consentOf(own, { consentInformationVersionId: missingId }),
    ],
  ],
  [
    'addConsent',
    (own, other) => [consentOf(own, { projectUid: other.projectUid }), consentOf(own, { projectUid: 'nowhere' })],
  ],
  [
    'searchConsents',
    (_own, _other, id) => [
      { id, userData: '' },
      { id: missingId, userData: '' },
    ],
  ],
  ['searchConsents', () => [{ userData: { email: 'ada@example.com' } }, { userData: { email: 'nobody@example.com' } }]],
  [
    'searchConsents',
    (_own, other) => [
      { projectUid: other.projectUid, userData: '' },
      { projectUid: 'nowhere', userData: '' },
    ],
  ],
  [
    'searchConsents',
    (_own, other) => [
      { consentInformationPid: other.pid, userData: { email: 'ada@example.com' } },
      { consentInformationPid: missingPid, userData: { email: 'ada@example.com' } },
    ],
  ],
  [
    'revokeConsent',
    (_own, _other, id) => [
      { id, proof: { url: 'x' } },
      { id: missingId, proof: { url: 'x' } },
    ],
  ],
  ['getEvidence', (_own, _other, id) => [{ id }, { id: missingId }]],
  ['getNotices', (_own, other) => [{ pid: other.pid }, { pid: missingPid }]],
  ['listConsents', () => [{}, { userData: { email: 'nobody@example.com' } }]],
  ['listConsents', () => [{ userData: { email: 'ada@example.com' } }, { userData: { email: 'nobody@example.com' } }]],
  ['listConsents', (_own, other) => [{ projectUid: other.projectUid }, { projectUid: 'nowhere' }]],
  ['listConsents', (_own, other) => [{ consentInformationPid: other.pid }, { consentInformationPid: missingPid }]],
  [
    'listConsents',
    (_own, other) => [
      { consentInformationVersionId: other.notices[0]?.versionId },
      { consentInformationVersionId: missingId },
    ],
  ],
  ['checkPeople', (_own, other) => [checkOf(other.pid), checkOf(missingPid)]],
  ['makeLinks', (_own, other) => [checkOf(other.pid), checkOf(missingPid)]],
  ['listConsents', (_own, _other, id) => [{ after: id }, { after: missingId }]],
  ['listDueConsents', (_own, other) => [{ projectUid: other.projectUid }, { projectUid: 'nowhere' }]],
  ['listDueConsents', (_own, other) => [{ consentInformationPid: other.pid }, { consentInformationPid: missingPid }]],
  ['listDueConsents', (_own, _other, id) => [{ after: id }, { after: missingId }]],
  [
    'requestConfirmation',
    (own, other) => [consentOf(own, { projectUid: other.projectUid }), consentOf(own, { projectUid: 'nowhere' })],
  ],
  [
    'requestConfirmation',
    (own, other) => [
      consentOf(own, { consentInformationPid: other.pid }),
      consentOf(own, { consentInformationPid: missingPid }),
    ],
  ],
  [
    'requestErasure',
    (_own, _other, id) => [
      { ids: id, reason: 'objected', receivedOn: '2026-11-20' },
      { ids: missingId, reason: 'objected', receivedOn: '2026-11-20' },
    ],
  ],
  ['requestErasure', (_own, _other, id) => [{ withdraw: id }, { withdraw: missingId }]],
  ['listErasureRequests', (_own, _other, id) => [{ after: id }, { after: missingId }]],
  ['listNotices', (_own, other) => [{ pid: other.pid }, { pid: missingPid }]],
  ['listProjects', (_own, other) => [{ after: other.projectUid }, { after: `${other.projectUid}0` }]],
  ['getOverview', (_own, other) => [{ projectUid: other.projectUid }, { projectUid: `${other.projectUid}0` }]],
  ['getOverview', (_own, other) => [{ consentInformationPid: other.pid }, { consentInformationPid: missingPid }]],
  ['getNoticeVersion', (_own, other) => [{ id: other.notices[0]?.versionId }, { id: missingId }]],
];

test('every operation of the register that takes a name is tried with what another account has', () => {
  const named = (Object.keys(contract) as OperationName[]).filter(
    (name) => contract[name].access === 'consent-register' && (closedNames(contract[name].request) ?? []).length > 0,
  );

  expect([...new Set(attempts.map(([operation]) => operation))].sort()).toEqual(named.sort());
});

test.each(attempts.map(([operation, make], i) => ({ i, operation, make })))(
  '$i $operation: what another account has is as if it did not exist',
  async ({ operation, make }) => {
    const [own, other] = [await newTenant(), await newTenant()];
    const { consentId } = await addConsent(other);
    const [theirs, nobodys] = make(own, other, consentId);

    const reply = await invoke(operation, theirs, { token: own.token });
    const control = await invoke(operation, nobodys, { token: own.token });

    expect(toComparable(reply, String(other.pid), 'PID')).toBe(toComparable(control, String(missingPid), 'PID'));
    const { body } = await invoke('searchConsents', { id: consentId, userData: '' }, { token: other.token });
    expect(body.data).toMatchObject([{ id: consentId, revoked: false }]);
  },
);

test('totals and pages count own consents only, where people of two accounts have the same values', async () => {
  const tenants = [await newTenant(), await newTenant()];
  for (const tenant of tenants) for (let i = 0; i < 3; i += 1) await addConsent(tenant);

  for (const { token } of tenants) {
    const page = { userData: { email: 'ada@example.com' }, perPage: 2, page: 2 };
    const { body } = await invoke('searchConsents', page, { token });
    expect(body).toMatchObject({ totalResults: 3, totalPages: 2, results: 1 });
  }
});

test("what belongs to an account has the account's id in the keys of the table", async () => {
  const tenant = await newTenant();
  await addConsent(tenant);

  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const ofNoAccount =
    /^(USER#\d+|SESSIONS#\d+|MACHINE-KEY(?:S|-USES)#\d+|(?:EMAIL|ATTEMPTS)#[\w-]{43}|COUNTER#\w+|KEYS|ACCOUNTS|OPERATIONS)$/;
  const keys = Items.map(({ PK }) => PK).filter((key) => !ofNoAccount.test(key));
  for (const key of keys) expect(key).toMatch(/^(?:ACCOUNT|JOURNAL#NOTICE)#[0-9a-f]{32}(#|$)/);
  expect(keys.filter((key) => key.startsWith(`ACCOUNT#${tenant.accountId}#`))).not.toEqual([]);
});

import { expect, test } from 'vitest';
import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { importConsent } from '../../../../shared/consents/exchange/imported-consent.ts';

const id = '019cd7432f4075058505050505050505';
const digest = 'a'.repeat(64);

const line: ConsentLine = {
  id,
  projectUid: 'shop',
  projectId: id,
  consentInformationPid: 1,
  consentInformationVersionId: id,
  contentHash: digest,
  noticeNamedBy: null,
  lang: 'eng',
  time: '2026-03-10T10:20:30.400Z',
  channel: 'web',
  proof: { received_by: 'letter' },
  userData: { email: 'ada@example.com' },
  observed: null,
  revokeTime: '2026-03-11T10:20:30.400Z',
  revokeChannel: 'web',
  revokeProof: { received_by: 'fax' },
  revokeObserved: null,
  eraseTime: null,
  imported: null,
};

const itemOf = (of: Partial<ConsentLine>) =>
  importConsent('account', { ...line, ...of }, { source: 'crm', line: 1, at: new Date(), by: 'local:ada' }).put.put;

test('an imported consent keeps beside its proofs the ways that they name', () => {
  expect(itemOf({})).toMatchObject({ receivedBy: 'letter', revokeReceivedBy: 'fax' });
  expect(itemOf({ channel: 'email', revokeChannel: 'email' })).not.toHaveProperty('receivedBy');
  expect(itemOf({ revokeChannel: 'email' })).not.toHaveProperty('revokeReceivedBy');
});

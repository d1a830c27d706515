import { expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { Problem } from '../../../../shared/api/problem.ts';
import { importConsent, writeImported } from '../../../../shared/consents/exchange/import.ts';
import type { ConsentLine } from '../../../../shared/consents/exchange/lines.ts';
import { itemSize } from '../../../../shared/store/item.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { logTable, table } from '../../../support/make/table.ts';

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

const imported = { source: 'crm', line: 1, at: new Date(), by: 'local:ada' };

const itemOf = (of: Partial<ConsentLine>) => importConsent(logTable, 'account', { ...line, ...of }, imported).put.put;

test('an imported consent keeps beside its proofs the ways that they name', () => {
  expect(itemOf({})).toMatchObject({ receivedBy: 'letter', revokeReceivedBy: 'fax' });
  expect(itemOf({ channel: 'email', revokeChannel: 'email' })).not.toHaveProperty('receivedBy');
  expect(itemOf({ revokeChannel: 'email' })).not.toHaveProperty('revokeReceivedBy');
});

const notRevoked = { revokeTime: null, revokeChannel: null, revokeProof: null };

const text = noise(330_000).toString('base64');

const proofOf = (characters: number) => ({ html: text.slice(0, characters) });

/** The longest proof with which a consent can be imported. */
const findLongest = (accountId: string, lineWith: (proof: { html: string }) => ConsentLine) => {
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    try {
      importConsent(logTable, accountId, lineWith(proofOf(middle)), imported);
      fits = middle;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'consent.too-large')) throw error;
      tooLong = middle;
    }
  }
  return proofOf(fits);
};

test('the largest consent that can be imported has room for the longest proof of a revocation', async () => {
  const { accountId, projectUid, token } = await newTenant();
  const notRevokedLine = { ...line, ...notRevoked, projectUid };
  const largest = { ...notRevokedLine, proof: findLongest(accountId, (proof) => ({ ...notRevokedLine, proof })) };
  const consent = importConsent(logTable, accountId, largest, imported);
  expect(await writeImported(table, largest, consent)).toBe('written');

  const statuses = new Set<number>();
  for (let characters = 136_800; !statuses.has(200) && characters > 134_000; characters -= 16) {
    const { status } = await invoke('revokeConsent', { id, proof: proofOf(characters) }, { token });
    statuses.add(status);
  }

  expect([...statuses]).toEqual([413, 200]);
  expect(itemSize(consent.put.put)).toBeLessThanOrEqual(limits.itemBytes - limits.revocationReserveBytes);
});

test('the largest consent that can be imported with its revocation fits the table', async () => {
  const { accountId, projectUid } = await newTenant();
  const revoked = { ...line, projectUid };
  const revokeProof = findLongest(accountId, (proof) => ({ ...revoked, revokeProof: proof }));
  const largest = {
    ...revoked,
    revokeProof,
    proof: findLongest(accountId, (proof) => ({ ...revoked, revokeProof, proof })),
  };
  const consent = importConsent(logTable, accountId, largest, imported);

  expect(itemSize(consent.put.put)).toBeGreaterThan(limits.itemBytes - 32);
  expect(await writeImported(table, largest, consent)).toBe('written');
});

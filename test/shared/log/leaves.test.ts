import { expect, test, vi } from 'vitest';
import { readRecord } from '../../../shared/log/feed.ts';
import { leavesOfConsent } from '../../../shared/log/leaves.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGet, getItem } from '../../../shared/store/read.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, consentOf, newTenant } from '../../support/make/builders.ts';
import { table } from '../../support/make/table.ts';

test('the proof of a consent is not read again when it is revoked', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { proof: { html: 'a'.repeat(100_000) } });
  const key = keyOf.consent(tenant.accountId, id);
  const OldImage = { ...key, ...(await getItem(table, key)) };
  await invoke('revokeConsent', { id, proof: { url: 'x' } }, tenant);
  const NewImage = { ...key, ...(await getItem(table, key)) };
  const change = { SequenceNumber: '1', ApproximateCreationDateTime: 0, OldImage, NewImage };
  const parse = vi.spyOn(JSON, 'parse');
  const { leaves } = readRecord({ eventName: 'MODIFY', dynamodb: change });
  const read = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();

  expect(leaves).toEqual(leavesOfConsent(tenant.accountId, NewImage).slice(1));
  expect(Math.max(...read)).toBeLessThan(1_000);
});

test('the proof that all consents of a request have is read once', async () => {
  const tenant = await newTenant({ notices: 10 });
  const html = '\u0001'.repeat(100_000);
  const consentInformationPid = tenant.notices.map(({ pid }) => pid);
  const { body } = await invoke('addConsent', consentOf(tenant, { consentInformationPid, proof: { html } }), tenant);
  const ids: string[] = body.data.map(({ consentId }: { readonly consentId: string }) => consentId);
  expect(ids).toHaveLength(10);
  const keys = ids.map((id) => keyOf.consent(tenant.accountId, id));
  const items = await batchGet(table, keys, { consistent: true });
  const parse = vi.spyOn(JSON, 'parse');
  const leaves = items.flatMap((item) => leavesOfConsent(tenant.accountId, item ?? {}));
  const read = parse.mock.calls.filter(([text]) => text.length > html.length);
  parse.mockRestore();

  expect(leaves).toHaveLength(10);
  expect(read).toHaveLength(1);
});

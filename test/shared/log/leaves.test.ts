import { expect, test, vi } from 'vitest';
import { leavesOfConsent } from '../../../shared/log/leaves.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGet } from '../../../shared/store/read.ts';
import { invoke } from '../../support/call/invoke.ts';
import { consentOf, newTenant } from '../../support/make/builders.ts';
import { table } from '../../support/make/table.ts';

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

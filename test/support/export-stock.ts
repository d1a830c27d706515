import type { Table } from '../../shared/store/client.ts';
import type { Tenant } from './builders.ts';
import { addConsent, consentOf } from './builders.ts';
import { changeConsent } from './ended-consent.ts';
import { invoke } from './invoke.ts';
import type { Shelf } from './stock.ts';
import { stock } from './stock.ts';

/** A text that compresses to its half at best, the same of the same seed. */
export const noiseOf = (seed: number, characters: number): string => {
  let [state, text] = [seed * 2_654_435_761 + 1, ''];
  while (text.length < characters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, characters);
};

/** So many consents with proofs of some kilobytes, which no compression makes much smaller: several pages of a scan. */
export const putLargeConsents = (table: Table, shelf: Shelf, count: number): Promise<string[]> =>
  stock(
    table,
    shelf,
    Array.from({ length: count }, (_, i) => ({
      time: new Date(Date.UTC(2026, 0, 1) + i * 60_000),
      userData: { email: `ada-${i}@example.com` },
      proof: { html: noiseOf(i, 20_000) },
    })),
  );

/** Consents of every form in which one is stored. */
export const putEveryForm = async (tenant: Tenant) => {
  const { accountId, token, notices } = tenant;
  const { consentId: plain } = await addConsent(tenant, {
    userData: { email: 'ada@example.com', club: { label: 'Club', value: 'C-1' } },
  });
  const several = await invoke(
    'addConsent',
    {
      ...consentOf(tenant, {
        proof: { html: noiseOf(1, 9_000) },
        userData: { email: 'bo@example.com', Email: '=1+1' },
      }),
      consentInformationPid: notices.map(({ pid }) => pid),
    },
    { token },
  );
  const ids: string[] = several.body.data.map(({ consentId }: { consentId: string }) => consentId);
  const revoke = (consentId: string | undefined, html: string) =>
    invoke('revokeConsent', { id: consentId, proof: { html } }, { token });
  await revoke(ids[1], noiseOf(2, 40_000));
  const { consentId: revoked } = await addConsent(tenant, {
    userData: { first_name: 'Cy', note: 'line\nbreak; "quoted"' },
  });
  await revoke(revoked, 'short');
  const { consentId: erased } = await addConsent(tenant, { userData: { email: 'gone@example.com' } });
  const values = { ':time': new Date().toISOString() };
  await changeConsent(
    accountId,
    erased,
    'SET eraseTime = :time, revokeTime = :time REMOVE proof, userData, valueDigests, emailKey',
    values,
  );
  const { consentId: imported } = await addConsent(tenant, { userData: { email: 'old@example.com' } });
  const origin = { source: 'crm', line: 7, at: '2026-11-22T09:30:00.000Z', by: 'local:ada' };
  await changeConsent(accountId, imported, 'SET imported = :imported REMOVE observed', { ':imported': origin });
  return { plain, ids, revoked, erased, imported };
};

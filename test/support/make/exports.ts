import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../../../shared/store/table.ts';
import { invoke } from '../call/invoke.ts';
import type { Tenant } from './builders.ts';
import { addConsent, consentOf } from './builders.ts';
import { changeConsent } from './changes.ts';
import { newFolder } from './machine.ts';
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

/** A path in a new folder; nothing is at the path yet. */
export const newPath = (): string => join(newFolder(), 'export');

/** The lines of the files whose names match. */
export const linesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));

/** The lines of JSON of all consents in the folder of an export, sorted. */
export const consentLines = (folder: string): string[] => linesOf(folder, /^consents-\d+\.jsonl$/).sort();

export const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

/** A folder for the files of imports. */
export const makeFolder = () => {
  const folder = newFolder();
  return {
    folder,
    path: (name: string): string => join(folder, name),
    put: async (name: string, content: string | Uint8Array): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    },
    read: (name: string): Promise<string> => readFile(join(folder, name), 'utf8'),
    names: async (): Promise<string[]> => (await readdir(folder)).sort(),
  };
};

/** The mapping of a plain table of a CRM; `overrides` take the place of its members. */
export const crmMapping = (projectUid: string, notice: string, overrides: object = {}): string =>
  JSON.stringify({
    key: ['id'],
    project: { value: projectUid },
    notice: { value: notice },
    version: { value: '1' },
    time: { column: 'agreed_at', zone: 'Europe/Rome' },
    lang: { column: 'language', values: { it: 'ita', en: 'eng' }, default: 'ita' },
    userData: { email: { column: 'email' }, first_name: { column: 'name', label: 'Your name' } },
    proof: { url: { column: 'page' }, source: { value: 'The CRM' } },
    revocation: { time: { column: 'left_at', zone: 'Europe/Rome' }, proof: { source: { value: 'The CRM' } } },
    ...overrides,
  });

export const crmHeader = 'id,agreed,agreed_at,language,email,name,page,left_at,remark';

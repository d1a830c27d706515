import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Item } from '../../../../shared/store/table.ts';
import { admin } from '../../../support/call/admin.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { doEarlier } from '../../../support/make/clock.ts';
import { newPath } from '../../../support/make/exports.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { readAllItems } from '../../../support/make/stored.ts';
import { kinds, shared, theirs } from './traced-person.ts';
import { findTraces, tracesOf } from './traces.ts';

const { log, publish } = await openOwnLog();

const long = { html: `<form>${theirs.email} ${noise(1_024).toString('base64')}</form>` };

/** Consents of the person and one of somebody else, in the log: briefly and at length, all theirs revoked. */
const record = async (tenant: Tenant): Promise<void> => {
  const pids = tenant.notices.map(({ pid }) => pid);
  const userData = { ...theirs, ...shared };
  const brief = await addConsent(tenant, { userData, proof: { url: theirs.email } });
  const { data = [] } = await addConsent(tenant, { userData, proof: long, consentInformationPid: pids });
  await addConsent(tenant, { userData: { ...shared, email: 'bo@example.com' } });
  for (const { consentId } of [brief, ...data]) await invoke('revokeConsent', { id: consentId, proof: long }, tenant);
  await publish();
};

/** The files of an export, each as an item. */
const exported = async ({ accountId }: Tenant): Promise<Item[]> => {
  const folder = newPath();
  const { exitCode, stderr } = await admin('consent', 'export', folder, '--account', accountId);
  expect(exitCode, stderr).toBe(0);
  return readdirSync(folder).map((name) => ({ PK: name, text: readFileSync(join(folder, name), 'utf8') }));
};

/** Each erases what is theirs; all of a person, or all that have ended. */
const erasures = {
  'person erase': ({ accountId }: Tenant, ...more: readonly string[]) =>
    admin('person', 'erase', `phone=${theirs.phone}`, '--account', accountId, '--yes', ...more),
  'consent purge': ({ accountId }: Tenant, ...more: readonly string[]) =>
    admin('consent', 'purge', '--ended-before', new Date().toISOString(), '--account', accountId, '--yes', ...more),
} as const;

test.each([
  ['person erase', []],
  ['person erase', ['--everything']],
  ['consent purge', []],
  ['consent purge', ['--everything']],
] as const)('%s %s leaves nothing of what was theirs alone in the log or in an export', async (command, more) => {
  const tenant = await newTenant({ notices: 2 });
  await doEarlier(() => record(tenant));
  const traces = kinds.flatMap(([key, value]) => tracesOf(tenant.accountId, key, value));
  const before = findTraces(await exported(tenant), traces);
  expect(before.filter((trace) => trace.endsWith('itself')).length).toBeGreaterThanOrEqual(kinds.length);
  const { exitCode, stderr } = await erasures[command](tenant, ...more);
  await publish();

  expect(exitCode, stderr).toBe(0);
  const left = [...(await readAllItems(log)), ...(await exported(tenant))];
  expect(findTraces(left, traces)).toEqual([]);
  expect(JSON.stringify(left)).toContain('bo@example.com');
});

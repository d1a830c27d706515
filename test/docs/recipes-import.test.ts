import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConsentRecord } from '../../shared/consents/record.ts';
import { createProject } from '../../shared/identity/project.ts';
import { publishNotice } from '../../shared/notices/publishing.ts';
import { run } from '../e2e/command.ts';
import { adminData } from '../support/admin.ts';
import type { Tenant } from '../support/builders.ts';
import { newTenant, noticeContent } from '../support/builders.ts';
import { changeAt } from '../support/change.ts';
import { makeFolder } from '../support/import-file.ts';
import { invoke } from '../support/invoke.ts';
import { needsProgram } from '../support/needs.ts';
import { table } from '../support/table.ts';
import { recipes } from './recipes/program.ts';

const folder = join(recipes, 'import');
const files = makeFolder();

/** An account with the project and the notices that the mapping files name. */
const newShop = async (): Promise<Tenant> => {
  const tenant = await newTenant({ notices: 0 });
  const { accountId } = tenant;
  await createProject(table, { accountId, uid: 'demo-shop', name: 'Demo Shop' }, changeAt());
  for (const name of ['newsletter', 'profiling']) {
    await publishNotice(table, { accountId, name, content: noticeContent(), current: undefined }, changeAt());
  }
  return tenant;
};

const importInto = async ({ accountId, token }: Tenant, file: string, mapping: string, source: string) => {
  const words = ['--mapping', join(folder, mapping), '--source', source, '--account', accountId, '--yes'];
  const told = await adminData('consent', 'import', file, ...words);
  const { body } = await invoke('searchConsents', { projectUid: 'demo-shop', userData: '' }, { token });
  const again = await adminData('consent', 'import', file, ...words);
  expect(again).toMatchObject({ imported: 0, there: told.imported, rejected: 0 });
  const records: readonly ConsentRecord[] = body.data;
  return { told, records: records.toReversed() };
};

test('a plain table of a CRM', async () => {
  const { told, records } = await importInto(await newShop(), join(folder, 'crm.csv'), 'crm.json', 'CRM');

  expect(told).toMatchObject({ records: 4, imported: 3, passedOver: 1, rejected: 0 });
  expect(records).toMatchObject([
    { time: '2023-12-31 22:59:00', lang: 'eng', userData: { first_name: 'Dora "D"', customer_number: 'C-1045' } },
    { time: '2024-05-04 14:52:00', lang: 'ita', channel: 'web.form', revoked: false },
    {
      time: '2024-05-05 07:10:00',
      revoked: true,
      revokeTime: '2025-02-01 07:00:00',
      revokeChannel: 'email',
      revokeProof: { source: 'Field unsubscribed_at of the CRM', how: 'link in the mail of January' },
    },
  ]);
});

test('what iubenda’s API lists', needsProgram('jq'), async () => {
  const words = ['--slurp', '--compact-output', '--arg', 'preference', 'newsletter', '--from-file'];
  const { stdout, exitCode } = await run('jq', [
    ...words,
    join(folder, 'iubenda.jq'),
    join(folder, 'iubenda-page.json'),
  ]);
  expect(exitCode).toBe(0);

  const { told, records } = await importInto(
    await newShop(),
    await files.put('iubenda.jsonl', stdout),
    'iubenda.json',
    'iubenda',
  );

  expect(told).toMatchObject({ records: 2, imported: 2, passedOver: 0, rejected: 0 });
  expect(records).toMatchObject([
    {
      time: '2024-05-04 14:52:26',
      userData: { email: 'ada@example.com', iubenda_subject: 'J02eZvKYlo2ClwuJ1' },
      proof: { html: expect.stringContaining('<form>'), preferences: '{"privacy_policy":true,"newsletter":true}' },
      revoked: true,
      revokeTime: '2025-02-01 08:00:00',
      revokeProof: { submitted: 'unsubscribed by the link in a mail' },
    },
    { time: '2024-07-15 18:30:00', revoked: false },
  ]);
});

test('what c15t’s tables have', async () => {
  const { told, records } = await importInto(await newShop(), join(folder, 'c15t.jsonl'), 'c15t.json', 'c15t');

  expect(told).toMatchObject({ records: 4, imported: 3, passedOver: 1, rejected: 0 });
  const pids = new Set(records.map(({ consentInformationPid }) => consentInformationPid));
  expect(pids.size).toBe(2);
  expect(records.map(({ time, revoked }) => ({ time, revoked }))).toEqual(
    expect.arrayContaining([
      { time: '2024-05-04 14:52:26', revoked: true },
      { time: '2024-05-04 14:52:26', revoked: false },
      { time: '2024-06-01 10:00:00', revoked: false },
    ]),
  );
  expect(records.at(-1)?.userData).toEqual({ c15t_subject: 'sub_3Kd5' });
});

test('the query of c15t gives the members that its sample has', async () => {
  const query = await readFile(join(folder, 'c15t.sql'), 'utf8');
  const [first = '{}'] = (await readFile(join(folder, 'c15t.jsonl'), 'utf8')).split('\n');

  for (const member of Object.keys(JSON.parse(first))) expect(query).toContain(`"${member}"`);
});

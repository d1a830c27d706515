import { expect, test } from 'vitest';
import { createTable } from '../../../cli/local/table.ts';
import { createAccount } from '../../../shared/identity/account-changes.ts';
import { openTable } from '../../../shared/store/client.ts';
import { runAdmin } from '../../support/admin.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { changeAt } from '../../support/change.ts';
import { writeDynamoExport } from '../../support/dynamo-export.ts';
import { erase } from '../../support/erase.ts';
import { consentLines, linesOf, newKeptPath, newPath, readManifest } from '../../support/export-folder.ts';
import { putEveryForm } from '../../support/export-stock.ts';
import { invoke } from '../../support/invoke.ts';
import { table } from '../../support/table.ts';

const tenant = await newTenant({ notices: 2 });
const other = await newTenant();
await addConsent(other, { userData: { email: 'stranger@example.com' } });
const forms = await putEveryForm(tenant);

const hostile = [
  'bell\u0007',
  '\u202egnp.exe',
  '=HYPERLINK("https://evil.example")',
  '\ufeffmark',
  'a\u2028b\u2029c\u0085d\r\ne',
  '"},{"id":"x',
  "'; DROP TABLE consents; --",
  'e\u0301 é ﬁ',
];
const many = Object.fromEntries(hostile.map((text, i) => [`${text}${i}`, { label: text, value: text }]));
const own = Object.fromEntries(Array.from({ length: 50 - hostile.length }, (_, i) => [`own key ${i}`, `value ${i}`]));
const add = (userData: object, proof: object) => addConsent(tenant, { userData: { ...userData }, proof: { ...proof } });
await add({ ...many, ...own }, { html: hostile.join('\n'), 'a.b': '\u0001'.repeat(10_000) });
const { consentId: gone } = await add({ email: 'gone-for-good@example.com' }, { url: 'https://shop.example/' });
await erase(tenant.accountId, [gone]);
const { consentId: revoked } = await add({ email: 'left@example.com' }, { url: 'x' });
await invoke('revokeConsent', { id: revoked, proof: { html: hostile.join('') } }, { token: tenant.token });

const account = ['--account', tenant.accountId];
const whole = newKeptPath();
const run = async (...words: readonly string[]): Promise<void> => {
  const { exitCode, stderr } = await runAdmin('consent', ...words);
  expect(exitCode, stderr).toBe(0);
};
await run('export', whole, ...account, '--table', table.name, '--segments', '1');
const digestOf = (folder: string) => readManifest(folder).digest;

test('one digest of one table: of 1 and of 16 segments, and of an export of DynamoDB', async () => {
  const [cut, exported, converted] = [newPath(), newPath(), newPath()];
  await run('export', cut, ...account, '--table', table.name, '--segments', '16');
  await run('export', converted, '--from-export', await writeDynamoExport(table.name, exported), ...account);

  expect(digestOf(cut)).toEqual(digestOf(whole));
  expect(digestOf(converted)).toEqual(digestOf(whole));
  expect(consentLines(converted)).toEqual(consentLines(whole));
  for (const folder of [cut, converted, whole])
    expect(linesOf(folder, /./).join()).not.toContain('stranger@example.com');
});

test('hostile texts are the same in another register, and nothing of the erased is there', async () => {
  const empty = openTable(`${table.name}-move`);
  await createTable(empty);
  await createAccount(empty, { name: 'New', consentRegisterEnabled: true }, changeAt());
  const copy = newPath();
  await run('import', whole, '--source', 'x', '--yes', '--table', empty.name);
  await run('export', copy, '--table', empty.name);

  const unmarked = (folder: string) =>
    consentLines(folder).map((line) => ({ ...JSON.parse(line), imported: undefined }));
  expect(unmarked(copy)).toEqual(unmarked(whole));
  expect(unmarked(copy).length).toBeGreaterThan(forms.ids.length + 3);
  expect(linesOf(copy, /./).join()).not.toContain('gone-for-good');
});

import { appendFile, cp, writeFile } from 'node:fs/promises';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { createTable } from '../../../cli/local/create-table.ts';
import { valueIndexes } from '../../../shared/consents/indexes.ts';
import { createAccount } from '../../../shared/identity/account.ts';
import { listNotices, listNoticeVersions } from '../../../shared/notices/notice.ts';
import { setUse } from '../../../shared/notices/publishing.ts';
import { raiseTo } from '../../../shared/store/counter.ts';
import { openTable } from '../../../shared/store/table.ts';
import { transact } from '../../../shared/store/write.ts';
import { admin, runAdmin } from '../../support/call/admin.ts';
import { addConsent, newTenant, noticeContent } from '../../support/make/builders.ts';
import { changeAt, erase } from '../../support/make/changes.ts';
import { consentLines, linesOf, newPath, putEveryForm } from '../../support/make/exports.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { readAllItems } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const tenant = await newTenant({ notices: 3 });
const { accountId } = tenant;
const forms = await putEveryForm(tenant);
await addConsent(tenant, {
  userData: Object.fromEntries(Object.keys(valueIndexes).map((key, i) => [key, `+39 02 1234 000${i}`])),
});
const hostile = [
  'bell\u0007',
  '\u202egnp.exe',
  '=HYPERLINK("https://evil.example")',
  '\ufeffmark',
  'a\u2028b\u2029c\u0085d\r\ne',
  '"},{"id":"x',
  'e\u0301 é ﬁ',
];
await addConsent(tenant, {
  userData: Object.fromEntries(hostile.map((text, i) => [`${text}${i}`, { label: text, value: text }])),
  proof: { html: hostile.join('\n'), 'a.b': '\u0001'.repeat(10_000) },
});
const now = new Date();
await publishVersion(
  table,
  accountId,
  tenant.pid,
  noticeContent({ title: { eng: 'Second' }, askAgain: true, retentionDays: 3_650 }),
  now,
);
await setUse(table, { accountId, pid: tenant.notices[2]?.pid ?? 0, use: 'retired' }, changeAt(now));

const run = async (...words: readonly string[]): Promise<string> => {
  const { exitCode, stdout, stderr } = await runAdmin(...words);
  expect(exitCode, stderr).toBe(0);
  return stdout;
};

/** An export of all forms of consents. */
const whole = newPath();
await run('consent', 'export', whole, '--account', accountId, '--table', table.name);

let serial = 0;

/** A register with an account and nothing else. */
const emptyRegister = async () => {
  serial += 1;
  const empty = openTable(`${table.name}-${serial}`);
  await createTable(empty);
  const id = await createAccount(empty, { name: 'New', consentRegisterEnabled: true }, changeAt());
  return { empty, id, words: ['--table', empty.name] };
};

const importWords = ['--source', 'the register before', '--yes'] as const;

/** Lines of consents, but for what an import changes. */
const unmarked = (folder: string): object[] =>
  consentLines(folder).map((line) => ({ ...JSON.parse(line), imported: undefined }));

test('export, import into an empty register, export: the same but for the member imported', async () => {
  const { empty, id, words } = await emptyRegister();

  const checked = JSON.parse(await run('consent', 'import', whole, ...importWords, ...words, '--check', '--json'));
  const told = JSON.parse(await run('consent', 'import', whole, ...importWords, ...words, '--json'));
  const copy = newPath();
  await run('consent', 'export', copy, ...words);

  const named = linesOf(whole, /notices/).map((line) => JSON.parse(line));
  for (const { notice } of checked.versions)
    expect(named.map(({ name, version }) => `${name}, version ${version}`)).toContain(notice);
  expect(told).toMatchObject({ imported: consentLines(whole).length, there: 0, rejected: 0 });
  expect(unmarked(copy)).toEqual(unmarked(whole));
  for (const line of consentLines(copy).map((text) => JSON.parse(text))) {
    expect(line.imported).toEqual({
      source: 'the register before',
      line: expect.any(Number),
      by: expect.stringMatching(/^local:/),
      at: expect.any(String),
      withRevocation: line.revokeTime !== null,
    });
  }
  expect(linesOf(copy, /notices/).sort()).toEqual(linesOf(whole, /notices/).sort());
  expect(linesOf(copy, /projects/)).toEqual(linesOf(whole, /projects/));
  expect(await listNotices(empty, id)).toEqual(await listNotices(table, accountId));
  const versionsOf = async (...of: Parameters<typeof listNoticeVersions>) =>
    (await listNoticeVersions(...of)).map(({ salt: _, ...version }) => version);
  expect(await versionsOf(empty, id)).toEqual(await versionsOf(table, accountId));
});

test('each consent has its proof, and a new notice gets the next PID', async () => {
  const { empty, id, words } = await emptyRegister();
  await run('consent', 'import', whole, ...importWords, ...words);

  const items = await readAllItems(empty);
  for (const consent of forms.ids) {
    const item = items.find(({ SK, PK }) => SK === consent && String(PK).includes('CONSENT'));
    expect(item).toHaveProperty('proof');
  }
  const highest = Math.max(...tenant.notices.map(({ pid }) => pid));
  expect((await createNotice(empty, id, noticeContent(), new Date())).pid).toBe(highest + 1);
});

test('notices keep their PIDs where later ones are given already', async () => {
  const { empty, id, words } = await emptyRegister();
  const last = 10 + Math.max(...tenant.notices.map(({ pid }) => pid));
  await transact(empty, [raiseTo('NOTICE', last)]);

  await run('consent', 'import', whole, ...importWords, ...words);

  expect(await listNotices(empty, id)).toEqual(await listNotices(table, accountId));
  expect((await createNotice(empty, id, noticeContent(), new Date())).pid).toBe(last + 1);
});

test('a second import changes nothing but the log and the epoch', async () => {
  const { empty, words } = await emptyRegister();
  await run('consent', 'import', whole, ...importWords, ...words);
  const stored = async () =>
    (await readAllItems(empty))
      .filter(({ PK, SK }) => PK !== 'OPERATIONS' && SK !== 'ACCOUNT')
      .map((item) => canonicalize(item))
      .sort();
  const before = await stored();

  const told = JSON.parse(await run('consent', 'import', whole, ...importWords, ...words, '--json'));

  expect(told).toMatchObject({ imported: 0, there: consentLines(whole).length, rejected: 0 });
  expect(await stored()).toEqual(before);
});

const linesBy = (folder: string, id: string): string[] =>
  consentLines(folder).filter((line) => JSON.parse(line).id === id);

test('a consent that was erased where the file comes from, and is whole here, is reported', async () => {
  const { words } = await emptyRegister();
  await run('consent', 'import', whole, ...importWords, ...words);
  const [line = ''] = linesBy(whole, forms.plain);
  const time = new Date().toISOString();
  const erased = { ...JSON.parse(line), proof: {}, userData: {}, eraseTime: time, revokeTime: time };
  const file = `${newPath()}.jsonl`;
  await writeFile(file, `${JSON.stringify(erased)}\n`);

  const { exitCode, stdout } = await runAdmin('consent', 'import', file, ...importWords, ...words, '--json');

  expect(exitCode).toBe(6);
  expect(JSON.parse(stdout)).toMatchObject({
    imported: 0,
    there: 0,
    rejected: 1,
    rejectedLines: [
      { line: 1, reasons: [expect.stringContaining('The file says erased, but the register still has the data')] },
    ],
  });
});

test('a consent in force that says what was observed of its revocation is rejected', async () => {
  const { words } = await emptyRegister();
  const [line = ''] = linesBy(whole, forms.plain);
  const { observed, ...rest } = JSON.parse(line);
  const file = `${newPath()}.jsonl`;
  await writeFile(file, `${JSON.stringify({ ...rest, observed, revokeObserved: observed })}\n`);
  await run('consent', 'import', whole, ...importWords, ...words);

  const { stdout } = await runAdmin('consent', 'import', file, ...importWords, ...words, '--check', '--json');

  expect(JSON.parse(stdout)).toMatchObject({
    rejectedLines: [{ line: 1, reasons: ['revokeTime: A revocation has a time.'] }],
  });
});

test('of a consent that was erased with everything not even the evidence comes back', async () => {
  const account = await newTenant();
  const { consentId } = await addConsent(account);
  await erase(account.accountId, [consentId]);
  const folder = newPath();
  await run('consent', 'export', folder, '--account', account.accountId, '--table', table.name);
  await erase(account.accountId, [consentId], { extent: 'everything' });

  const words = [...importWords, '--account', account.accountId, '--json'] as const;
  const told = JSON.parse((await admin('consent', 'import', folder, ...words)).stdout);

  expect(told).toMatchObject({ records: 1, imported: 0, there: 0, erased: 1, rejected: 0 });
  const stored = await readAllItems(table);
  expect(stored.some(({ SK, PK }) => SK === consentId && String(PK).includes('CONSENT'))).toBe(false);
});

test('one file of consents is imported where its notices are', async () => {
  const { words } = await emptyRegister();
  const file = `${newPath()}.jsonl`;
  await writeFile(
    file,
    consentLines(whole)
      .map((line) => `${line}\n`)
      .join(''),
  );

  const { exitCode, stdout } = await runAdmin('consent', 'import', file, ...importWords, ...words, '--check', '--json');

  expect(exitCode).toBe(6);
  const { rejectedLines } = JSON.parse(stdout);
  expect(rejectedLines).toHaveLength(consentLines(whole).length);
  expect(rejectedLines[0].reasons).toEqual([
    expect.stringContaining('The account has no project of this UID'),
    expect.stringContaining('The account has no such version'),
  ]);
  const here = JSON.parse(
    (await admin('consent', 'import', file, ...importWords, '--account', accountId, '--json')).stdout,
  );
  expect(here).toMatchObject({ imported: 0, there: consentLines(whole).length });
});

test('a folder that was changed, or is not whole, is refused', async () => {
  const { words } = await emptyRegister();
  const [changed, half] = [newPath(), newPath()];
  await cp(whole, changed, { recursive: true });
  await appendFile(`${changed}/projects.jsonl`, '{}\n');
  await cp(whole, half, { recursive: true, filter: (path) => !path.endsWith('manifest.json') });

  const one = await runAdmin('consent', 'import', changed, ...importWords, ...words);
  const other = await runAdmin('consent', 'import', half, ...importWords, ...words);

  expect(one).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('differs from its manifest: projects.jsonl'),
  });
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no manifest.json') });
});

test('where a project, a name, a PID or a version is another one here, a line says what to do', async () => {
  const { empty, id, words } = await emptyRegister();
  const notice = await createNotice(empty, id, noticeContent(), new Date());
  expect(notice.pid).toBe(tenant.pid);
  await runAdmin('project', 'create', tenant.projectUid, 'Another', ...words);

  const { exitCode, stderr } = await runAdmin('consent', 'import', whole, ...importWords, ...words);

  expect(exitCode).toBe(4);
  expect(stderr).toContain(`Project "${tenant.projectUid}" is another one here`);
  expect(stderr).toContain(`PID ${tenant.pid} is notice "${notice.name}" here`);
  expect(stderr).toContain('Import the folder into another register');
  expect((await readAllItems(empty)).some(({ PK }) => String(PK).includes('CONSENT'))).toBe(false);
});

test('a PID that another account has is refused', async () => {
  const { empty, words } = await emptyRegister();
  const second = await createAccount(empty, { name: 'Second', consentRegisterEnabled: true }, changeAt());
  await createNotice(empty, second, noticeContent(), new Date());

  const { exitCode, stderr } = await runAdmin('consent', 'import', whole, ...importWords, ...words, '--account', 'New');

  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining(`PID ${tenant.pid} is that of a notice of another account`),
  });
});

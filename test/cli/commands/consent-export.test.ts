import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConsentLine, toConsentLine } from '../../../shared/consents/exchange/consent-line.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { findAccount } from '../../../shared/identity/account.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { contentHash } from '../../../shared/notices/text.ts';
import { admin, runAdmin } from '../../support/admin.ts';
import { newTenant, noticeContent } from '../../support/builders.ts';
import { writeDynamoExport } from '../../support/dynamo-export.ts';
import { consentLines, linesOf, newPath, readManifest } from '../../support/export-folder.ts';
import { putEveryForm } from '../../support/export-stock.ts';
import { people, put } from '../../support/long-lists.ts';
import { publishVersion } from '../../support/notices.ts';
import { table } from '../../support/table.ts';

const tenant = await newTenant({ notices: 2 });
const forms = await putEveryForm(tenant);
await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ title: { eng: 'Second' } }), new Date());
await put(tenant, people(60, { until: 10 }));
const other = await newTenant();
await putEveryForm(other);

const account = ['--account', tenant.accountId];

const exportTo = async (folder: string, ...words: readonly string[]) => {
  const { exitCode, stderr } = await admin('consent', 'export', folder, ...account, ...words);
  expect(exitCode, stderr).toBe(0);
  return readManifest(folder);
};

/** An export that many tests look at. */
const whole = newPath();
const manifest = await exportTo(whole);

test('an export has every consent of the account whole, as the register shows it, and none of another account', async () => {
  const found = await findAccount(table, tenant.accountId);
  const lines = consentLines(whole).map((line) => JSON.parse(line));

  expect(new Set(lines.map(({ id }) => id)).size).toBe(66);
  for (const id of Object.values(forms).flat()) {
    const owned = found && (await findOwned(table, [found], id));
    const holdings = owned && (await readHoldings(table, owned));
    expect(lines.find((line) => line.id === id)).toEqual(holdings && toConsentLine(holdings.consent));
  }
  expect(lines.find(({ id }) => id === forms.ids[1])).toMatchObject({
    proofId: forms.ids[0],
    proof: { html: expect.any(String) },
  });
});
test('the manifest says what there is', () => {
  const times = consentLines(whole).map((line): string => JSON.parse(line).time);
  const files = readdirSync(whole).filter((name) => name !== 'manifest.json');

  expect(manifest).toMatchObject({
    format: 'consent-register-export',
    formatVersion: 1,
    source: table.name,
    account: { id: tenant.accountId },
    counts: { consents: 66, revoked: 3, erased: 1, imported: 1, noticeVersions: 3, projects: 1 },
    times: { first: times.toSorted()[0], last: times.toSorted().at(-1) },
  });
  expect(manifest.files.map(({ name }: { name: string }) => name).sort()).toEqual(files.sort());
  expect(files).toHaveLength(10);
  for (const { name, bytes } of manifest.files) expect(statSync(join(whole, name)).size).toBe(bytes);
  expect(statSync(whole).mode & 0o077).toBe(0);
});

test('notices are there with all versions and texts, whose hashes hold', () => {
  const notices = linesOf(whole, /^notices\.jsonl$/).map((line) => JSON.parse(line));

  expect(notices.map(({ pid, version }) => [pid, version]).sort()).toEqual(
    [
      [tenant.pid, 1],
      [tenant.pid, 2],
      [tenant.notices[1]?.pid, 1],
    ].sort(),
  );
  for (const { content, contentHash: hash } of notices) expect(contentHash(content)).toBe(hash);
  expect(linesOf(whole, /^projects\.jsonl$/).map((line) => JSON.parse(line).uid)).toEqual([tenant.projectUid]);
});

test('CSV has a row for each consent, below a header, and no formula', () => {
  const texts = readdirSync(whole)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => readFileSync(join(whole, name), 'utf8'));
  const [header = ''] = texts[0]?.split('\n') ?? [];

  for (const text of texts) expect(text.startsWith(`${header}\n`)).toBe(true);
  expect(header.replace('\ufeff', '').split(',').slice(0, 3)).toEqual(['id', 'projectUid', 'projectId']);
  expect(header.split(',')).toEqual(
    expect.arrayContaining(['email', 'tax_code', 'observed.sourceIp', 'imported.source']),
  );
  expect(texts.join('').match(/^[0-9a-f]{32},/gm)).toHaveLength(66);
  expect(texts.join('')).not.toMatch(/(?:^|,)"?=/m);
});

test('the digest is the same whatever the number of segments, and another one after any change', async () => {
  const one = await exportTo(newPath(), '--segments', '1');
  const many = await exportTo(newPath(), '--segments', '7');
  const [folder, after] = [newPath(), newPath()];
  const before = await newTenant();
  await putEveryForm(before);
  const wanted = ['--account', before.accountId];
  await admin('consent', 'export', folder, ...wanted);
  await put(before, people(1, { until: 1 }));
  await admin('consent', 'export', after, ...wanted);

  expect([one.digest, many.digest]).toEqual([manifest.digest, manifest.digest]);
  expect(many.files).toHaveLength(16);
  expect(readManifest(after).digest).not.toEqual(readManifest(folder).digest);
});

test('what DynamoDB exported to S3 becomes the same lines with the same digest', async () => {
  const [exported, folder] = [newPath(), newPath()];
  const place = await writeDynamoExport(table.name, exported);

  const { exitCode, stderr } = await runAdmin('consent', 'export', folder, '--from-export', place, ...account);

  expect(exitCode, stderr).toBe(0);
  expect(consentLines(folder)).toEqual(consentLines(whole));
  expect(readManifest(folder)).toMatchObject({
    counts: manifest.counts,
    times: manifest.times,
    digest: manifest.digest,
    asOf: '2026-11-22T07:28:34.028Z',
    source: expect.stringMatching(/^arn:aws:dynamodb:.*\/export\/01693685827463-2d8752fd$/),
  });
  expect(readdirSync(folder).filter((name) => /state|scratch|new$/.test(name))).toEqual([]);
});

test('that export is found in the folder above, and the account by its name', async () => {
  const exported = newPath();
  await writeDynamoExport(table.name, exported);
  const { name } = (await findAccount(table, tenant.accountId)) ?? { name: '' };
  const folder = newPath();

  const outcome = await runAdmin('consent', 'export', folder, '--from-export', exported, '--account', name);

  expect(outcome, outcome.stderr).toMatchObject({ exitCode: 0 });
  expect(readManifest(folder).digest).toEqual(manifest.digest);
});

test.each<[string, Parameters<typeof writeDynamoExport>[2], RegExp]>([
  ['in the format ION', { summary: { outputFormat: 'ION' } }, /has the format ION\. Export the table as DYNAMODB_JSON/],
  ['of changes alone', { summary: { exportType: 'INCREMENTAL_EXPORT' } }, /INCREMENTAL_EXPORT.*Make a full export/],
  ['with fewer items than it says', { summary: { itemCount: 1 } }, /lists \d+ items, but manifest-summary.json says 1/],
  ['with a file of another MD5', { file: { md5Checksum: 'sQMSpEILNgoQmarvDFonGQ==' } }, /is incomplete: its MD5/],
])('an export %s is refused, and nothing is written', async (_what, changes, message) => {
  const [exported, folder] = [newPath(), newPath()];
  const place = await writeDynamoExport(table.name, exported, changes);

  const { exitCode, stderr } = await runAdmin('consent', 'export', folder, '--from-export', place, ...account);

  expect([exitCode, stderr.trim().split('\n').at(-1)]).toEqual([2, expect.stringMatching(message)]);
  expect(existsSync(folder)).toBe(false);
});

test('an export is checked against its manifest, and what was changed is named', async () => {
  const folder = newPath();
  await exportTo(folder);
  const verify = () => runAdmin('consent', 'export', folder, '--verify');

  expect(await verify()).toMatchObject({ exitCode: 0, stderr: 'The folder matches its manifest.\n' });

  appendFileSync(join(folder, 'consents-1.csv'), 'x\n');
  expect(await verify()).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('consents-1.csv') });
  appendFileSync(join(folder, 'notices.jsonl'), '{"pid":');
  expect(await verify()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/notices\.jsonl is damaged: it ends/),
  });
});

test('a line that moves to another file is no change of the data, and a change of the files', async () => {
  const folder = newPath();
  await exportTo(folder, '--segments', '2');
  const file = join(folder, 'consents-0.jsonl');
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, rest.join('\n'));
  appendFileSync(join(folder, 'consents-1.jsonl'), `${first}\n`);

  const { exitCode, stderr } = await runAdmin('consent', 'export', folder, '--verify');

  expect([exitCode, stderr]).toEqual([
    6,
    expect.stringMatching(/: consents-0\.jsonl, consents-1\.jsonl\. Do not rely on it: .*\n$/),
  ]);
});

test('what an export would cost is said, and nothing is written', async () => {
  const folder = newPath();
  const { exitCode, stdout } = await admin('consent', 'export', folder, ...account, '--check');

  expect([exitCode, existsSync(folder)]).toEqual([0, false]);
  expect(stdout).toMatch(/read units, about +\d+/);
});

test('the log has one entry of an export', async () => {
  const before = await listLogEntries(table, 1_000);
  await exportTo(newPath(), '--reason', 'yearly copy');
  const [entry, ...earlier] = await listLogEntries(table, 1_000);

  expect(earlier).toEqual(before);
  expect(entry).toMatchObject({
    command: 'consent export',
    target: { accountId: tenant.accountId },
    reason: 'yearly copy',
  });
});

test('every line is one that an import can read', () => {
  for (const line of consentLines(whole))
    expect(Object.keys(JSON.parse(line))).toEqual(Object.keys(ConsentLine.entries));
});

test.each<[string, (folder: string) => void, RegExp]>([
  [
    'has a finished export',
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'manifest.json'), '{}');
    },
    /has a finished export\. Name another folder/,
  ],
  [
    'has other files',
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'holiday.jpg'), '');
    },
    /is not empty and has no export/,
  ],
  ['is a file', (folder) => writeFileSync(folder, ''), /cannot be written: part of its path is not a folder/],
  [
    'has a damaged state',
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'export-state.json'), '{');
    },
    /export-state\.json in .* cannot be read/,
  ],
])('a folder that %s is refused and left as it is', async (_what, prepare, message) => {
  const folder = newPath();
  prepare(folder);
  const { exitCode, stderr } = await admin('consent', 'export', folder, ...account);

  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
});

import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConsentLine, toConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { findAccount } from '../../../shared/identity/account.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { contentHash } from '../../../shared/notices/notice.ts';
import { admin, runAdmin } from '../../support/call/admin.ts';
import { newTenant, noticeContent } from '../../support/make/builders.ts';
import { consentLines, linesOf, newPath, putEveryForm, readManifest } from '../../support/make/exports.ts';
import { people, put } from '../../support/make/long-lists.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

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
  expect(lines.find(({ id }) => id === forms.ids[1])).toMatchObject({ proof: { html: expect.any(String) } });
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
  for (const { name, bytes, sha256 } of manifest.files) {
    const content = readFileSync(join(whole, name));
    expect({ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }).toEqual({
      bytes,
      sha256,
    });
  }
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

test('segments change the files, and no line', async () => {
  const folder = newPath();
  const { files, counts } = await exportTo(folder, '--segments', '1');

  expect(files).toHaveLength(4);
  expect(counts).toEqual(manifest.counts);
  expect(consentLines(folder)).toEqual(consentLines(whole));
});

test('an export is checked against its manifest, and what was changed is named', async () => {
  const folder = newPath();
  await exportTo(folder);
  const verify = () => runAdmin('consent', 'export', folder, '--verify');

  expect(await verify()).toMatchObject({ exitCode: 0, stderr: 'The folder matches its manifest.\n' });

  appendFileSync(join(folder, 'consents-1.csv'), 'x\n');
  rmSync(join(folder, 'notices.jsonl'));
  writeFileSync(join(folder, 'consents-9.jsonl'), '{}\n');
  expect(await verify()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining(
      'The folder differs from its manifest: consents-1.csv, notices.jsonl, consents-9.jsonl. Do not rely on it',
    ),
  });
});

test('the SHA-256 of the manifest identifies the whole folder', async () => {
  const folder = newPath();
  const words = ['consent', 'export', folder, ...account, '--json'];
  const { sha256 } = JSON.parse((await admin(...words)).stdout);
  const verify = async () => JSON.parse((await runAdmin('consent', 'export', folder, '--verify', '--json')).stdout);

  expect(await verify()).toMatchObject({ sha256 });
  const file = join(folder, 'manifest.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"consents": 66', '"consents": 65'));
  expect((await verify()).sha256).not.toBe(sha256);
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
    'has other files',
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'manifest.json'), '{}');
    },
    /is not empty\. Name a new folder/,
  ],
  ['is a file', (folder) => writeFileSync(folder, ''), /is a file\. Name a new folder/],
])('a folder that %s is refused and left as it is', async (_what, prepare, message) => {
  const folder = newPath();
  prepare(folder);
  const before = await listLogEntries(table, 1_000);

  for (const words of [[], ['--check']]) {
    const { exitCode, stderr } = await admin('consent', 'export', folder, ...account, ...words);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
  expect(await listLogEntries(table, 1_000)).toEqual(before);
});

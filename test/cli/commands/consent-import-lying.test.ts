import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { createTable } from '../../../cli/local/create-table.ts';
import { createAccount } from '../../../shared/identity/account.ts';
import { openTable } from '../../../shared/store/table.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { addConsent, newTenant, noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { newPath, readManifest } from '../../support/make/exports.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { readAllItems } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const tenant = await newTenant({ notices: 2 });
await addConsent(tenant);
await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ title: { eng: 'Second' } }), new Date());
const whole = newPath();
await runAdmin('consent', 'export', whole, '--account', tenant.accountId, '--table', table.name);

const empty = openTable(`${table.name}-lying`);
await createTable(empty);
await createAccount(empty, { name: 'New', consentRegisterEnabled: true }, changeAt());

type Line = Record<string, unknown>;

/** The folder with other lines, and a manifest that fits. */
const forge = async (name: string, change: (lines: Line[]) => readonly Line[]): Promise<string> => {
  const folder = newPath();
  await cp(whole, folder, { recursive: true });
  const file = join(folder, name);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  writeFileSync(
    file,
    change(lines)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const { files, ...rest } = readManifest(folder);
  const content = readFileSync(file);
  const forged = { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const others = files.filter((each: { name: string }) => each.name !== name);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...rest, files: [...others, forged] }));
  return folder;
};

const first =
  (more: Line) =>
  ([line, ...others]: Line[]): Line[] => [{ ...line, ...more }, ...others];

const ofPid = (pid: number, more: Line) => (lines: Line[]) =>
  lines.map((line) => (line.pid === pid ? { ...line, ...more } : line));

test.each<[string, string, (lines: Line[]) => readonly Line[]]>([
  ['a PID that leaves no other', 'notices.jsonl', ofPid(tenant.pid, { pid: Number.MAX_SAFE_INTEGER })],
  ['a PID that is no whole number', 'notices.jsonl', ofPid(tenant.pid, { pid: 1.5 })],
  ['a version that was never published', 'notices.jsonl', first({ publishedAt: 'yesterday' })],
  ['a version whose id is of another time', 'notices.jsonl', first({ publishedAt: '2020-01-01T00:00:00.000Z' })],
  ['a version id that is none', 'notices.jsonl', first({ versionId: '../../NOTICE' })],
  ['a notice whose name is a number', 'notices.jsonl', ofPid(tenant.pid, { name: '7' })],
  ['a name that a terminal obeys', 'notices.jsonl', ofPid(tenant.pid, { name: '\u001b[2J' })],
  ['two notices of one name', 'notices.jsonl', (lines) => lines.map((line) => ({ ...line, name: 'one' }))],
  ['a version twice', 'notices.jsonl', (lines) => [...lines, ...lines.slice(0, 1)]],
  ['a version that is missing', 'notices.jsonl', (lines) => lines.filter(({ version }) => version !== 1)],
  ['another text than its hash says', 'notices.jsonl', first({ contentHash: 'a'.repeat(64) })],
  ['a project twice', 'projects.jsonl', (lines) => [...lines, ...lines]],
  ['a UID that nobody can name', 'projects.jsonl', first({ uid: 'a b' })],
  ['a project with more than one has', 'projects.jsonl', first({ PK: 'ACCOUNT' })],
])('a folder with %s is refused before anything is written', async (_what, name, change) => {
  const before = await readAllItems(empty);
  const folder = await forge(name, change);

  const words = ['--source', 'x', '--yes', '--table', empty.name];
  const { exitCode, stderr } = await runAdmin('consent', 'import', folder, ...words);

  expect([exitCode, stderr]).toEqual([
    exitCodes.usage,
    expect.stringContaining('is not what an export has. Export again. Nothing was changed.'),
  ]);
  expect(await readAllItems(empty)).toEqual(before);
});

test('what is not forged is imported', async () => {
  const folder = await forge('notices.jsonl', (lines) => lines.toReversed());

  const words = ['--source', 'x', '--yes', '--table', empty.name];

  expect(await runAdmin('consent', 'import', folder, ...words)).toMatchObject({ exitCode: 0 });
});

import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSameBytes } from '../../../shared/bytes.ts';
import { newWholeTree } from '../../../shared/log/auditing/read-whole-log.ts';
import { parseCheckpoint } from '../../../shared/log/checkpoint.ts';
import { admin, adminData } from '../../support/admin.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { newFolder } from '../../support/folder.ts';
import { openOwnLog } from '../../support/register-log.ts';
import { findShelf, stock } from '../../support/stock.ts';
import { table } from '../../support/table.ts';

const { publish } = await openOwnLog();
const tenant = await newTenant();
const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
const people = Array.from({ length: 300 }, (_, i) => ({ time: new Date(), userData: { email: `p${i}@example.com` } }));
await stock(table, shelf, people);
await publish();

const directory = newFolder();
const folder = join(directory, 'log');
const filesIn = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
};

/** The entries of a bundle, as tlog-tiles has them. */
const readBundle = async (path: string): Promise<Buffer[]> => {
  const bytes = await readFile(join(folder, path));
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
    entries.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
  return entries;
};

test('follows no link that somebody planted in the folder', async () => {
  const others = join(directory, 'others');
  const planted = join(directory, 'planted');
  await mkdir(planted);
  await writeFile(others, 'of somebody else');
  await symlink(others, join(planted, 'checkpoint.new'));

  await adminData('log', 'export', planted);

  expect(await readFile(others, 'utf8')).toBe('of somebody else');
});

test('the log is there as tlog-tiles has it: its entries make the root of the checkpoint', async () => {
  const { leaves, files, key } = await adminData('log', 'export', folder);

  expect({ leaves, files }).toEqual({ leaves: 305, files: 5 });
  expect(key).toMatch(/^consent-register\/test\+[0-9a-f]{8}\+/);
  expect(await filesIn()).toEqual([
    'checkpoint',
    'tile/0/000',
    'tile/0/001.p/49',
    'tile/1/000.p/1',
    'tile/entries/000',
    'tile/entries/001.p/49',
  ]);
  const tree = newWholeTree();
  for (const bundle of ['tile/entries/000', 'tile/entries/001.p/49'])
    for (const entry of await readBundle(bundle)) tree.append(entry);
  const head = parseCheckpoint(await readFile(join(folder, 'checkpoint'), 'utf8'));
  expect(head && isSameBytes(tree.root(), head.root)).toBe(true);
});

test('run again it adds what came since, and writes again what was broken off', async () => {
  await addConsent(tenant);
  await publish();
  await rm(join(folder, 'tile/entries/000'));
  const { leaves, files } = await adminData('log', 'export', folder);

  expect({ leaves, files }).toEqual({ leaves: 306, files: 4 });
  expect(await filesIn()).toContain('tile/entries/000');
});

test('without a checkpoint, files that are there are of any log, and written again', async () => {
  await rm(join(folder, 'checkpoint'));
  await writeFile(join(folder, 'tile/0/000'), 'of another log');
  const { files } = await adminData('log', 'export', folder);

  expect(files).toBeGreaterThan(4);
  expect((await readFile(join(folder, 'tile/0/000'))).length).toBe(256 * 32);
});

test('files behind the checkpoint of the folder are of any log too, and written again', async () => {
  await addConsent(tenant);
  await publish();
  const bundle = join(folder, 'tile/entries/001.p/51');
  for (const file of [bundle, join(folder, 'tile/0/001.p/51')]) await writeFile(file, 'of another log');

  expect(await adminData('log', 'export', folder)).toMatchObject({ leaves: 307, files: 2 });
  expect((await readFile(bundle)).length).toBe(51 * 34);
});

test('a folder with another past is a finding, and stays as it is', async () => {
  const file = join(folder, 'checkpoint');
  const note = await readFile(file, 'utf8');
  const [origin, size, , ...rest] = note.split('\n');
  await writeFile(file, [origin, size, Buffer.alloc(32).toString('base64'), ...rest].join('\n'));
  const before = await filesIn();
  const { exitCode, stderr } = await admin('log', 'export', folder);

  expect(exitCode, stderr).toBe(6);
  expect(stderr).toMatch(/are not in the past of this log/);
  expect(await filesIn()).toEqual(before);
});

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { StoreCall } from '../../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { shortenPauses } from '../../support/make/clock.ts';
import { consentLines, newPath } from '../../support/make/exports.ts';
import { openWithRetries } from '../../support/make/tables.ts';

const proxy = await startStoreProxy();
const { admin } = await import('../../support/call/admin.ts');
const { newTenant } = await import('../../support/make/builders.ts');
const { putEveryForm, putLargeConsents } = await import('../../support/make/exports.ts');
const { findShelf } = await import('../../support/make/stock.ts');
const { table } = await import('../../support/make/table.ts');

const tenant = await newTenant({ notices: 2 });
const { accountId } = tenant;
await putEveryForm(tenant);
await putLargeConsents(
  openWithRetries(table.name),
  await findShelf(table, accountId, tenant.projectUid, tenant.pid),
  250,
);

const run = (folder: string, ...words: readonly string[]) =>
  admin('consent', 'export', folder, '--account', accountId, ...words);

const whole = newPath();
await run(whole);

afterEach(() => {
  proxy.intercept = undefined;
  vi.restoreAllMocks();
});

/** The methods that all open files share, for tests to replace or to watch. */
const findFileMethods = async () => {
  const handle = await open(join(tmpdir(), `export-probe-${process.pid}`), 'w');
  await handle.close();
  return Object.getPrototypeOf(handle);
};

/** Has something happen at the scans of pages from the second of a segment on, so often at most. */
const atLaterPages = (
  happens: (call: StoreCall) => ReturnType<NonNullable<typeof proxy.intercept>>,
  most = 1,
): void => {
  let times = 0;
  proxy.intercept = async (call) => {
    if (call.name !== 'Scan' || call.input.ExclusiveStartKey === undefined || times >= most) return call.forward();
    times += 1;
    return happens(call);
  };
};

/** What is beside the folder of an export, and in it. */
const namesBeside = (folder: string): string[] => readdirSync(dirname(folder), { recursive: true }).map(String).sort();

const ofNothing = 'The export was not finished, and ';

test('a busy table is waited for', async () => {
  shortenPauses();
  const folder = newPath();
  atLaterPages(async () => storeError(400, 'ThrottlingException'), 2);

  expect(await run(folder, '--segments', '1')).toMatchObject({ exitCode: 0 });
  expect(consentLines(folder)).toEqual(consentLines(whole));
});

test.each([
  ['credentials that expire', 'ExpiredTokenException', 'Your AWS credentials have expired. Log in to AWS again.'],
  ['a right that is missing', 'AccessDeniedException', 'Your credentials may not do this.'],
])('%s leave nothing of an export', async (_what, name, message) => {
  const folder = newPath();
  atLaterPages(async () => storeError(400, name));

  const { exitCode, stderr } = await run(folder, '--segments', '2');

  expect([exitCode, stderr]).toEqual([5, expect.stringContaining(message)]);
  expect(stderr).toContain(`${ofNothing}${folder} was not written. Run the command again.`);
  expect(namesBeside(folder)).toEqual([]);
});

test('Ctrl-C leaves nothing of an export', async () => {
  const folder = newPath();
  atLaterPages(async (call) => {
    process.emit('SIGINT', 'SIGINT');
    return call.forward();
  });

  const { exitCode, stderr } = await run(folder, '--segments', '1');

  expect([exitCode, stderr]).toEqual([
    130,
    expect.stringMatching(
      /Interrupted; the export was not finished, and \S+ was not written\. Run the command again\.\n$/,
    ),
  ]);
  expect(namesBeside(folder)).toEqual([]);
});

test('a full disk leaves nothing of an export', async () => {
  const folder = newPath();
  const methods = await findFileMethods();
  const real = methods.appendFile;
  let writes = 0;
  vi.spyOn(methods, 'appendFile').mockImplementation(function fail(this: unknown, ...args: unknown[]) {
    writes += 1;
    if (writes > 6) return Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    return Reflect.apply(real, this, args);
  });

  const { exitCode, stderr } = await run(folder, '--segments', '2');

  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/cannot be written: the disk is full\.\n$/)]);
  expect(namesBeside(folder)).toEqual([]);
});

test('an export that is killed has no name of a whole one, and the next run names what it left', async () => {
  const folder = newPath();
  const beside = dirname(folder);
  const methods = await findFileMethods();
  const names = new Set<string>();
  for (const name of ['appendFile', 'sync'] as const) {
    const real = methods[name];
    vi.spyOn(methods, name).mockImplementation(function look(this: unknown, ...args: unknown[]) {
      for (const each of readdirSync(beside)) names.add(each);
      return Reflect.apply(real, this, args);
    });
  }
  await run(folder, '--segments', '2');
  const [left = '', ...others] = names;
  expect([left, others]).toEqual([expect.stringMatching(/^export\.unfinished-/), []]);
  vi.restoreAllMocks();
  mkdirSync(join(beside, left));
  rmSync(folder, { recursive: true });

  const { exitCode, stderr } = await run(folder);

  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining(`${join(beside, left)} is left from an export that was killed, and holds personal data.`),
  ]);
});

test('a budget of read units slows reading down to it', async () => {
  const folder = newPath();
  const start = performance.now();

  const { exitCode, stdout } = await run(folder, '--segments', '2', '--read-units-per-second', '400', '--json');

  const { readUnits } = JSON.parse(stdout);
  expect(exitCode).toBe(0);
  expect(readUnits).toBeGreaterThan(600);
  const last = 600;
  expect(performance.now() - start).toBeGreaterThan(((readUnits - last) / 400) * 1_000);
});

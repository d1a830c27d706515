import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { deleteItem, editItem } from '../../support/edit-item.ts';
import { consentLines, newPath, readManifest } from '../../support/export-folder.ts';
import { openPatiently } from '../../support/patient-table.ts';
import type { StoreCall } from '../../support/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { getItem } = await import('../../../shared/store/get.ts');
const { keyOf } = await import('../../../shared/store/keys.ts');
const { admin } = await import('../../support/admin.ts');
const { newTenant } = await import('../../support/builders.ts');
const { putEveryForm, putLargeConsents } = await import('../../support/export-stock.ts');
const { findShelf } = await import('../../support/stock.ts');
const { table } = await import('../../support/table.ts');

const tenant = await newTenant({ notices: 2 });
const { accountId } = tenant;
const forms = await putEveryForm(tenant);
await putLargeConsents(
  openPatiently(table.name),
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

const expectWhole = (folder: string): void => {
  expect(consentLines(folder)).toEqual(consentLines(whole));
  expect(readManifest(folder)).toMatchObject({
    digest: readManifest(whole).digest,
    counts: readManifest(whole).counts,
  });
  expect(readdirSync(folder).filter((name) => /state|new$/.test(name))).toEqual([]);
};

const goesOn = /\d+ consents are in \S+, which is still incomplete\. Run the same command again to continue\.\n$/;

test('a busy table and a broken connection are waited for', async () => {
  const folder = newPath();
  atLaterPages(async () => storeError(400, 'ThrottlingException'), 2);

  expect(await run(folder, '--segments', '1')).toMatchObject({ exitCode: 0 });
  expectWhole(folder);
});

test.each([
  ['credentials that expire', 'ExpiredTokenException', /Your AWS credentials have expired\. Log in to AWS again\. /],
  [
    'a right that is missing',
    'AccessDeniedException',
    /Your credentials may not do this\. docs\/policies\.md says which role may\. AWS says: .*/,
  ],
])('%s end it with what is done and how to go on, and the same command goes on', async (_what, name, message) => {
  const folder = newPath();
  atLaterPages(async () => storeError(400, name));

  const { exitCode, stderr } = await run(folder, '--segments', '1');

  expect([exitCode, stderr]).toEqual([5, expect.stringMatching(new RegExp(message.source + goesOn.source))]);
  const scans: unknown[] = [];
  proxy.intercept = async (call) => {
    if (call.name === 'Scan') scans.push(call.input.ExclusiveStartKey);
    return call.forward();
  };
  expect(await run(folder)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Resuming the export') });
  expect(scans[0]).toBeDefined();
  expectWhole(folder);
});

test('Ctrl-C says what is done and how to go on', async () => {
  const folder = newPath();
  const opened = vi.spyOn(await findFileMethods(), 'truncate');
  atLaterPages(async (call) => {
    process.emit('SIGINT', 'SIGINT');
    return call.forward();
  });

  const { exitCode, stderr } = await run(folder, '--segments', '1');

  expect([exitCode, stderr]).toEqual([130, expect.stringMatching(new RegExp(`Interrupted; ${goesOn.source}`))]);
  proxy.intercept = undefined;
  // The process would be gone; here the files are waited for that it still has open.
  await expect.poll(() => opened.mock.contexts.map(({ fd }) => fd)).toEqual([-1, -1]);
  expect(await run(folder)).toMatchObject({ exitCode: 0 });
  expectWhole(folder);
});

test('a full disk is said in one line, and the same command goes on when it has room', async () => {
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

  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/cannot be written: the disk is full\. Run the same command again to continue\.\n$/),
  ]);
  vi.restoreAllMocks();
  expect(await run(folder)).toMatchObject({ exitCode: 0 });
  expectWhole(folder);
});

/** What a death leaves of a folder, by the moment: each time that something is about to be on disk the folder is looked at. */
const watchDeaths = async (folder: string): Promise<Map<string, string>> => {
  const left = new Map<string, string>();
  const keep = (moment: string): void => {
    if (left.has(moment)) return;
    left.set(moment, newPath());
    cpSync(folder, left.get(moment) ?? '', { recursive: true });
  };
  const look = (): void => {
    const [state, lines] = ['export-state.json', 'consents-0.jsonl'].map((name) => join(folder, name));
    if (existsSync(state ?? '')) {
      const [{ jsonlBytes }] = JSON.parse(readFileSync(state ?? '', 'utf8')).positions;
      if (jsonlBytes > 0 && statSync(lines ?? '').size > jsonlBytes) keep('more lines than are saved');
    }
    if (existsSync(join(folder, 'manifest.json'))) keep('finished');
    else if (existsSync(join(folder, 'manifest.json.new'))) keep('a draft of the manifest');
  };
  const methods = await findFileMethods();
  const real = methods.sync;
  vi.spyOn(methods, 'sync').mockImplementation(function sync(this: unknown) {
    look();
    return Reflect.apply(real, this, []);
  });
  return left;
};

test('an export that dies at any write leaves nothing that passes for a whole one', async () => {
  const folder = newPath();
  const methods = await findFileMethods();
  const moments: string[] = [];
  for (const name of ['appendFile', 'sync', 'truncate'] as const) {
    const real = methods[name];
    vi.spyOn(methods, name).mockImplementation(function look(this: unknown, ...args: unknown[]) {
      const passes = existsSync(join(folder, 'manifest.json'));
      moments.push(passes ? String(consentLines(folder).length) : 'no manifest');
      return Reflect.apply(real, this, args);
    });
  }

  await run(folder, '--segments', '2');

  expect(moments.length).toBeGreaterThan(10);
  expect(moments.filter((moment) => moment !== 'no manifest' && moment !== String(consentLines(whole).length))).toEqual(
    [],
  );
});

test('an export that dies is finished by the same command: nothing twice, nothing missing', async () => {
  const folder = newPath();
  const left = await watchDeaths(folder);
  const now = performance.now.bind(performance);
  let looks = 0;
  // Each page is saved, as if it took a second.
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    return now() + looks * 1_000;
  });

  await run(folder, '--segments', '1');

  vi.restoreAllMocks();
  expect([...left.keys()]).toEqual(['more lines than are saved', 'a draft of the manifest', 'finished']);
  const [early = '', late = '', finished = ''] = left.values();
  for (const each of [early, late]) {
    expect(await run(each)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Resuming the export') });
    expectWhole(each);
  }
  expect(await admin('consent', 'export', finished, '--verify')).toMatchObject({ exitCode: 0 });
});

/** An export of this account that has not finished. */
const begin = async (...words: readonly string[]): Promise<string> => {
  const folder = newPath();
  atLaterPages(async () => storeError(400, 'ExpiredTokenException'));
  await run(folder, '--segments', '1', ...words);
  proxy.intercept = undefined;
  return folder;
};

test('an export that has not finished is not another one', async () => {
  const folder = await begin();
  const other = await newTenant();
  const state = readFileSync(join(folder, 'export-state.json'), 'utf8');
  const last = (stderr: string) => stderr.trimEnd().split('\n').at(-1);

  const ofOther = await admin('consent', 'export', folder, '--account', other.accountId);
  expect([ofOther.exitCode, last(ofOther.stderr)]).toEqual([
    2,
    expect.stringMatching(/has an export of another account\. Name another/),
  ]);
  const cut = await run(folder, '--segments', '3');
  expect([cut.exitCode, last(cut.stderr)]).toEqual([2, expect.stringMatching(/has 1 segments\. Leave --segments out/)]);
  writeFileSync(join(folder, 'export-state.json'), state.replace(table.name, 'another'));
  const ofTable = await run(folder);
  expect([ofTable.exitCode, last(ofTable.stderr)]).toEqual([
    2,
    expect.stringMatching(/has an export of another\. Name/),
  ]);
  writeFileSync(
    join(folder, 'export-state.json'),
    JSON.stringify({ ...JSON.parse(state), host: hostname(), pid: process.ppid }),
  );
  const taken = await run(folder);
  expect([taken.exitCode, last(taken.stderr)]).toEqual([
    4,
    expect.stringMatching(/Another export writes to .*process \d+/),
  ]);
  writeFileSync(join(folder, 'export-state.json'), state);
  truncateSync(join(folder, 'consents-0.jsonl'), 10);
  const short = await run(folder);
  expect([short.exitCode, last(short.stderr)]).toEqual([
    4,
    expect.stringMatching(/consents-0\.jsonl is shorter than the saved position/),
  ]);
  const checked = await admin('consent', 'export', folder, '--verify');
  expect([checked.exitCode, last(checked.stderr)]).toEqual([
    2,
    expect.stringMatching(/has an unfinished export\. Run the command/),
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

/** Changes items by a way of its own, once, when the first page of a scan has been read. */
const afterScan = (change: () => Promise<unknown>): void => {
  let isDone = false;
  proxy.intercept = async (call) => {
    const answer = await call.forward();
    if (call.name !== 'Scan' || isDone) return answer;
    isDone = true;
    await change();
    return answer;
  };
};

const update = (id: string, expression: string, values: Readonly<Record<string, unknown>>) =>
  editItem(table, keyOf.consent(accountId, id), expression, values);

const time = '2026-11-22T10:00:00.000Z';
const erase = (id: string) =>
  update(id, 'SET eraseTime = :t, revokeTime = :t REMOVE proof, proofId, userData, revokeProofBytes', { ':t': time });

const lineOf = (folder: string, id: string) =>
  consentLines(folder)
    .map((text) => JSON.parse(text))
    .find((line) => line.id === id);

test('a proof that moves while it is read, since its keeper is erased, is found; and who is erased is told so', async () => {
  const other = newPath();
  const [keeper = '', second = ''] = forms.ids;
  const found = await getItem(table, keyOf.consent(accountId, keeper));
  afterScan(async () => {
    await update(second, 'SET proof = :proof REMOVE proofId', { ':proof': found?.proof });
    await erase(keeper);
  });

  expect(await run(other, '--segments', '1')).toMatchObject({ exitCode: 0 });
  expect(lineOf(other, second)).toEqual({ ...lineOf(whole, second), proofId: null });

  const last = newPath();
  afterScan(async () => {
    await erase(second);
    await deleteItem(table, keyOf.revokeProof(accountId, second));
  });
  expect(await run(last, '--segments', '1')).toMatchObject({ exitCode: 0 });
  expect(lineOf(last, second)).toMatchObject({ eraseTime: time, proof: {}, userData: {} });
});

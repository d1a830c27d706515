import { open } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { passTime, setTime, shortenPauses } from '../../support/make/clock.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/make/exports.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/call/admin.ts');
const { newTenant } = await import('../../support/make/builders.ts');
const { readAllItems } = await import('../../support/make/stored.ts');
const { table } = await import('../../support/make/table.ts');

const files = makeFolder();
afterEach(() => {
  proxy.intercept = undefined;
});

const tenant = await newTenant();
const mapping = await files.put('crm.json', crmMapping(tenant.projectUid, tenant.notices[0]?.name ?? ''));
const consents = 80;

const prepare = async (name: string, more: readonly string[] = [], count = consents) => {
  const row = (i: number) => `${i},yes,2024-03-01 09:30:00,it,ada-${i}@example.com,Ada,,,x`;
  const file = await files.put(
    `${name}.csv`,
    [crmHeader, ...more, ...Array.from({ length: count }, (_, i) => row(i)), ''].join('\n'),
  );
  const words = ['--mapping', mapping, '--source', name, '--account', tenant.accountId, '--yes'];
  return ['consent', 'import', file, ...words];
};

/** Refuses the writes of consents after so many. */
const refuseAfter = (most: number, status: number, name: string): void => {
  let writes = 0;
  proxy.intercept = async (call) => {
    const isConsent = call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#');
    if (isConsent) writes += 1;
    return isConsent && writes > most ? storeError(status, name) : call.forward();
  };
};

test('without the rights to write, one line says how far it is and how to go on; the same command goes on', async () => {
  const words = await prepare('rights');
  refuseAfter(50, 400, 'AccessDeniedException');

  const { exitCode, stderr } = await admin(...words);

  expect(exitCode).toBe(exitCodes.unreachable);
  const [, done = ''] =
    stderr.match(/ (\d+) of 80 consents are in the register\. Run the same command again to continue\.\n$/) ?? [];
  expect(Number(done)).toBeGreaterThan(0);
  expect(Number(done)).toBeLessThanOrEqual(50);
  proxy.intercept = undefined;
  const { imported, there } = await adminData(...words);
  expect(imported + there).toBe(consents);
  expect(there).toBeGreaterThanOrEqual(Number(done));
});

test('an answer that is lost is no consent that was there before', async () => {
  const words = await prepare('lost');
  let lost = 0;
  proxy.intercept = async (call) => {
    const isConsent = call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#');
    const answer = await call.forward();
    if (!isConsent || lost >= 10) return answer;
    lost += 1;
    return undefined;
  };

  expect(await adminData(...words)).toMatchObject({ imported: consents, there: 0, rejected: 0 });

  expect(lost).toBe(10);
});

test('a table that is busy for a moment is waited for', async () => {
  shortenPauses();
  const words = await prepare('busy');
  let refused = 0;
  proxy.intercept = async (call) => {
    const isConsent = call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#');
    if (!isConsent || refused >= 64) return call.forward();
    refused += 1;
    return storeError(400, 'ProvisionedThroughputExceededException');
  };

  expect(await adminData(...words)).toMatchObject({ imported: consents, there: 0, rejected: 0 });
});

test('each consent with known keys is one write, and nothing is read of it', async () => {
  const words = await prepare('counted');
  const names: string[] = [];
  proxy.intercept = async (call) => {
    names.push(call.name);
    return call.forward();
  };

  await adminData(...words);

  const count = (name: string): number => names.filter((each) => each === name).length;
  expect(count('PutItem')).toBe(consents + 2);
  expect(count('TransactWriteItems')).toBe(0);
  expect(count('UpdateItem')).toBe(2);
  expect(names.length - count('PutItem')).toBeLessThan(20);
});

test('an import of hours tells each consent when it was imported, within a minute', async () => {
  const words = await prepare('long', [], 200);
  const begun = Date.now();
  setTime(new Date(begun));
  let writes = 0;
  proxy.intercept = async (call) => {
    if (call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#')) {
      writes += 1;
      if (writes === 100) passTime(3 * 3_600_000);
    }
    return call.forward();
  };
  await adminData(...words);
  proxy.intercept = undefined;
  const hours = (await readAllItems(table))
    .map(({ imported }) => (imported as { readonly at?: string } | undefined)?.at)
    .filter((at) => at !== undefined && Date.parse(at) >= begun)
    .map((at) => Math.round((Date.parse(String(at)) - begun) / 3_600_000));

  expect(hours).toHaveLength(200);
  expect(new Set(hours)).toEqual(new Set([0, 3]));
});

/** Many rejected lines, more than wait in memory. */
const wrong = Array.from(
  { length: 1_000 },
  (_, i) => `w${i},yes,never,it,wrong-${i}@example.com,Wrong${'x'.repeat(90)},,,x`,
);

const partsOf = async (name: string): Promise<string[]> =>
  (await files.names()).filter((each) => each.startsWith(`${name}.rejected`));

test.each([
  [
    'ctrl-c',
    () => process.emit('SIGINT', 'SIGINT'),
    exitCodes.interrupted,
    /consents are in the register\. Run the same command again to continue\.\n$/,
  ],
  [
    'error',
    undefined,
    exitCodes.unreachable,
    /consents are in the register\. Run the same command again to continue\.\n$/,
  ],
])('an import that ends early leaves no rejected lines behind: %s', async (name, interrupt, exitCode, says) => {
  const words = await prepare(name, wrong);
  let writes = 0;
  let seen: Promise<string[]> | undefined;
  proxy.intercept = async (call) => {
    const isConsent = call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#');
    if (!isConsent) return call.forward();
    writes += 1;
    if (writes < 60) return call.forward();
    seen ??= partsOf(name);
    await seen;
    if (interrupt === undefined) return storeError(400, 'AccessDeniedException');
    interrupt();
    return call.forward();
  };

  const outcome = await admin(...words);

  expect([outcome.exitCode, outcome.stderr]).toEqual([exitCode, expect.stringMatching(says)]);
  expect(await seen).toEqual([`${name}.rejected.csv.part`]);
  expect(await partsOf(name)).toEqual([]);
  proxy.intercept = undefined;
  expect(await admin(...words)).toMatchObject({ exitCode: exitCodes.finding });
  expect(await partsOf(name)).toEqual([`${name}.rejected.csv`]);
});

test('what an import that was killed has left has no good name, and the same command removes it', async () => {
  const words = await prepare('killed', wrong);
  await files.put('killed.rejected.csv.part', 'of the run before');

  const { stderr } = await admin(...words);

  expect(stderr).toContain('killed.rejected.csv.part, which an import that was killed has left.');
  expect(await partsOf('killed')).toEqual(['killed.rejected.csv']);
  expect((await files.read('killed.rejected.csv')).split('\n')).toHaveLength(wrong.length + 2);
});

test('a full disk is said before anything is imported', async () => {
  const words = await prepare('full', wrong);
  const handle = await open(files.path('probe'), 'w');
  await handle.close();
  vi.spyOn(Object.getPrototypeOf(handle), 'appendFile').mockRejectedValue(
    Object.assign(new Error('x'), { code: 'ENOSPC' }),
  );

  const { exitCode, stderr } = await admin(...words);

  vi.restoreAllMocks();
  expect([exitCode, stderr]).toEqual([
    exitCodes.usage,
    expect.stringContaining('cannot be written: the disk is full.'),
  ]);
  expect(await partsOf('full')).toEqual([]);
  expect(
    (await readAllItems(table)).filter(
      ({ imported }) => (imported as { source?: string } | undefined)?.source === 'full',
    ),
  ).toEqual([]);
});

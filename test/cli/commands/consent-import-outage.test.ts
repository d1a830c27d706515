import { afterEach, expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/import-file.ts';
import { startStoreProxy, storeError } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/admin.ts');
const { newTenant } = await import('../../support/builders.ts');
const { readAllItems } = await import('../../support/all-items.ts');
const { table } = await import('../../support/table.ts');

const files = makeFolder();
afterEach(() => {
  proxy.intercept = undefined;
});

const tenant = await newTenant();
const mapping = await files.put('crm.json', crmMapping(tenant.projectUid, tenant.notices[0]?.name ?? ''));
const consents = 200;

const prepare = async (name: string) => {
  const row = (i: number) => `${i},yes,2024-03-01 09:30:00,it,ada-${i}@example.com,Ada,,,x`;
  const file = await files.put(
    `${name}.csv`,
    [crmHeader, ...Array.from({ length: consents }, (_, i) => row(i)), ''].join('\n'),
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
  refuseAfter(120, 400, 'AccessDeniedException');

  const { exitCode, stderr } = await admin(...words);

  expect(exitCode).toBe(exitCodes.unreachable);
  const [, done = ''] =
    stderr.match(/ (\d+) of 200 consents are in the register\. Run the same command again to continue\.\n$/) ?? [];
  expect(Number(done)).toBeGreaterThan(0);
  expect(Number(done)).toBeLessThanOrEqual(120);
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
    if (!isConsent || lost >= 20) return answer;
    lost += 1;
    return undefined;
  };

  expect(await adminData(...words)).toMatchObject({ imported: consents, there: 0, rejected: 0 });

  expect(lost).toBe(20);
});

test('a table that is busy for a moment is waited for', async () => {
  const words = await prepare('busy');
  let refused = 0;
  proxy.intercept = async (call) => {
    const isConsent = call.name === 'PutItem' && JSON.stringify(call.input).includes('#CONSENT#');
    if (!isConsent || refused >= 160) return call.forward();
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
  const words = await prepare('long');
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

  expect(hours).toHaveLength(consents);
  expect(new Set(hours)).toEqual(new Set([0, 3]));
});

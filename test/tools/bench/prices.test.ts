import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { logBill } from '../../../tools/bench/capacity/log-bill.ts';
import {
  customerPriceTable,
  infrequentAccess,
  keepingPriceTable,
  pricePerMillion,
  tracesOf,
} from '../../../tools/bench/capacity/price-tables.ts';
import { customers, logParts } from '../../../tools/bench/capacity/prices.ts';
import { readRecordedLedger } from '../../../tools/bench/capacity/recorded-ledger.ts';
import { pricedRegions, priceLists, prices, pricesOf } from '../../../tools/bench/capacity/region-prices.ts';
import { countLogRuns } from '../../../tools/bench/log/log-units.ts';
import { makeMillion } from '../../../tools/bench/log/made-million.ts';

const ledger = await readRecordedLedger();
const gigabyte = 1024 ** 3;

const cells = (table: string, name: string): string[] =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))
    ?.split('|')
    .map((cell) => cell.trim()) ?? [];

test('every region has all prices, each once, with its source and its day', () => {
  expect([...pricedRegions].sort()).toEqual(Object.keys(priceLists).sort());
  for (const region of pricedRegions) {
    const names = priceLists[region].flatMap((list) => Object.keys(list.prices));
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(pricesOf(region)).sort()).toEqual(names.sort());
    for (const { source, date } of priceLists[region]) {
      expect(source).toMatch(/^(?:AWS|Amazon|aws|docs\.aws)/);
      expect(date).toMatch(/^2026-\d\d-\d\d$/);
    }
  }
});

test('a million calls cost what the region charges for their units', () => {
  const { dynamoDb, apiGateway } = pricePerMillion(
    { operation: 'addConsent', calls: 2, read: 5, write: 8 },
    pricesOf('eu-central-1'),
  );

  expect(dynamoDb).toBeCloseTo(5 * 0.1525 + 8 * 0.7625, 10);
  expect(apiGateway).toBe(1.2);
});

test('another region than those is refused, with those that there are', async () => {
  const root = join(import.meta.dirname, '../../..');

  await expect(
    promisify(execFile)(process.execPath, ['tools/bench/prices.ts', '--region', 'eu-south-1'], { cwd: root }),
  ).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /'eu-south-1' is invalid\. Allowed choices are us-east-1, eu-central-1, eu-west-1\.\n$/,
    ),
  });
});

test('a backup is paid for the bytes of the table, storage for those of its indexes too', () => {
  const [, , bytes, ofTable, dollars] = cells(
    keepingPriceTable(ledger, prices),
    '1 notice, 3 known keys, 10 KB of HTML',
  );
  const million = 1_000_000 / gigabyte;

  expect(Number(ofTable)).toBeLessThan(Number(bytes));
  expect(Number(dollars)).toBeCloseTo(12 * million * (Number(bytes) * 0.25 + Number(ofTable) * 0.2), 1);
});

test('of what comes in a second, one call is traced, and of the rest one in twenty', () => {
  expect(tracesOf(1_000)).toBe(1_000);
  expect(tracesOf(730 * 3_600 + 100)).toBe(730 * 3_600 + 5);
});

test('traces, keys and the log stand in the total of a customer', () => {
  for (const { name } of customers) {
    const [, , total, ...parts] = cells(customerPriceTable(ledger, 4, prices), name);
    const numbers = parts.slice(0, -1).map(Number);
    expect(numbers).toHaveLength(9);
    expect(Math.min(...numbers)).toBeGreaterThan(0);
    expect(Number(total) / numbers.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 2);
  }
});

test('a log of twice the years costs that much more as it holds', () => {
  for (const customer of customers) {
    const of = (years: number) => logBill({ ...customer, consentsKept: (customer.consentsKept / 5) * years }, prices);
    expect(of(10) - of(5)).toBeCloseTo(of(15) - of(10), 6);
    expect(of(10)).toBeGreaterThan(of(5));
  }
});

test('infrequent access costs as much as standard with as many consents as are told, and less with more', () => {
  for (const customer of customers) {
    const { breakEven } = infrequentAccess(ledger, customer, prices);
    const keeping = (consentsKept: number) => {
      const { dearer, cheaper } = infrequentAccess(ledger, { ...customer, consentsKept }, prices);
      return dearer - cheaper;
    };
    expect(keeping(breakEven)).toBeCloseTo(0, 6);
    expect(keeping(breakEven * 1.1)).toBeLessThan(0);
  }
});

test.each([
  { leaves: 1, batches: 1, runs: 6 },
  { leaves: 70, batches: 15, runs: 3 },
])('the log takes what its bill assumes, with $leaves leaves in a run', async ({ leaves, batches, runs }) => {
  const taken = await countLogRuns(makeMillion(1_000, { url: 'https://shop.example/checkout' }), {
    leaves,
    batches,
    runs,
  });

  for (const figure of ['calls', 'read', 'write', 'bytes'] as const) {
    const assumed = batches * logParts.batch[figure] + leaves * logParts.leaf[figure] + logParts.checkpoint[figure];
    expect(taken[figure], figure).toBeLessThanOrEqual(assumed);
    expect(taken[figure], figure).toBeGreaterThan(assumed * 0.75);
  }
});

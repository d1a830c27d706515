/** What docs/costs.md multiplies, and what it says comes of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/costs.md'), 'utf8');
const ledger = readFileSync(join(root, 'test/growth.isolated.test.ts'), 'utf8');

const toNumber = (cell: string): number => Number(cell.replaceAll(',', ''));

/** The cells of the rows whose first cell fits. */
const rowsOf = (first: RegExp): readonly (readonly string[])[] =>
  page
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
    .filter(([cell = '']) => first.test(cell));

const priceOf = (name: string): number => {
  const [row] = rowsOf(new RegExp(`^${name}$`));
  return toNumber(row?.[1] ?? '');
};

/** Rows of the ledger of calls that the page names. */
const ledgerRows: Readonly<Record<string, string>> = {
  '`add`': 'addConsent 1 notice, 3 known keys, short HTML, Idempotency-Key',
  '`search`': 'searchConsents 20 matches',
  '`information/get`': 'getNotices 1 notice',
  '`revoke`': 'revokeConsent a URL as proof',
};

const calls = rowsOf(/^`(?:add|search|information\/get|revoke)`$/).map(([name = '', ...cells]) => {
  const [times = 0, read = 0, write = 0, ms = 0] = cells.map(toNumber);
  return { name, times, read, write, ms };
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test('each call takes what the ledger of calls asserts', () => {
  expect(calls.map(({ name }) => name)).toEqual(Object.keys(ledgerRows));
  for (const { name, read, write, ms } of calls) {
    const row = ledger.split('\n').find((line) => line.trim().startsWith(`${ledgerRows[name]}: `));
    const [, count] = /: (\d+) calls/.exec(row ?? '') ?? [];

    expect(row, name).toContain(`, ${read} RU, ${write} WU`);
    expect(ms, name).toBe(4 + 6 * Number(count));
  }
});

const of = (unit: 'read' | 'write' | 'ms'): number => sum(calls.map((call) => call.times * call[unit]));
const times = sum(calls.map((call) => call.times));

test('each customer pays the counts by the prices', () => {
  const customers = rowsOf(/^[\d,]+$/).map((cells) => cells.map(toNumber));

  expect(customers).toHaveLength(3);
  for (const [consents = 0, ...paid] of customers) {
    const expected = [
      (of('read') * priceOf('a million read units') + of('write') * priceOf('a million write units')) / 1e6,
      (times * priceOf('a million requests to API Gateway')) / 1e6,
      (times * priceOf('a million invocations of Lambda')) / 1e6 +
        (of('ms') / 1_000 / 2) * priceOf('a GB and second of Lambda'),
      (times * 700 * priceOf('a GB of logs')) / 2 ** 30,
    ].map((each) => each * consents);
    const [inAll = 0, ...parts] = paid.toReversed();

    for (const [i, cost] of expected.entries()) expect(paid[i]).toBeCloseTo(cost, 3 - Math.ceil(Math.log10(cost)));
    expect(parts).toHaveLength(9);
    expect(inAll).toBe(Number(sum(parts).toPrecision(3)));
  }
});

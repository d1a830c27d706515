import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { contract } from '../../shared/contract.ts';
import { fixedPriceTable, stagePrice } from '../../tools/bench/capacity/fixed-prices.ts';
import type { LedgerRow } from '../../tools/bench/capacity/ledger.ts';
import { callPriceTable, customerPriceTable, keepingPriceTable } from '../../tools/bench/capacity/price-tables.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');

/** What a command wrote between the marks of a page. */
const tableIn = (page: string, name: string): string => {
  const start = `<!-- ${name} -->`;
  return page.slice(page.indexOf(start) + start.length, page.indexOf(`<!-- /${name} -->`)).trim();
};

const prices = read('prices.md');

/** The figure of the largest register. */
const lastFigure = (cell = ''): number => Number(cell.split(' / ').at(-1));

const operationAt = (path: string): LedgerRow['operation'] => {
  const [operation] = Object.entries(contract).find(([, each]) => each.path === path) ?? [];
  return operation as LedgerRow['operation'];
};

const ledger = parse(read('ledger.csv'))
  .slice(1)
  .map(([path = '', name = '', calls, rounds, read, write, storedBytes]): LedgerRow => {
    return {
      operation: operationAt(path),
      name,
      calls: lastFigure(calls),
      rounds: lastFigure(rounds),
      read: lastFigure(read),
      write: lastFigure(write),
      storedBytes: lastFigure(storedBytes),
      storeBytes: 0,
      answerBytes: 0,
      found: undefined,
    };
  });

test('prices are those of the units that were measured, and of what the template has', async () => {
  expect(ledger.length).toBeGreaterThan(60);
  expect(tableIn(prices, 'calls')).toBe(callPriceTable(ledger));
  expect(tableIn(prices, 'keeping')).toBe(keepingPriceTable(ledger));
  expect(tableIn(prices, 'customers')).toBe(customerPriceTable(ledger, await stagePrice('essential')));
  expect(tableIn(prices, 'fixed')).toBe(await fixedPriceTable());
});

test('says how much more it is to watch in full', async () => {
  const more = (await stagePrice('full')) - (await stagePrice('essential'));

  expect(prices).toContain(`${more.toFixed(2)} more`);
});

test('the README has what three customers pay', () => {
  const readme = read('../README.md');
  const customers = [...tableIn(prices, 'customers').matchAll(/^\| \w+: ([\d,]+) consents a month \| ([\d.]+) \|/gm)];

  expect(customers).toHaveLength(3);
  const [first = [], second = [], third = []] = customers;
  expect(readme).toContain(
    `${first[2]} dollars a month for ${first[1]} new consents a month, ${second[2]} for ${second[1]}, ${third[2]} for ${third[1]},`,
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixedPriceTable, stagePrice } from '../../tools/bench/capacity/fixed-prices.ts';
import {
  callPriceTable,
  customerPriceTable,
  keepingPriceTable,
  tableClassTable,
} from '../../tools/bench/capacity/price-tables.ts';
import { readRecordedLedger } from '../../tools/bench/capacity/recorded-ledger.ts';
import { pricedRegions, prices } from '../../tools/bench/capacity/region-prices.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');

/** What a command wrote between the marks of a page. */
const tableIn = (page: string, name: string): string => {
  const start = `<!-- ${name} -->`;
  return page.slice(page.indexOf(start) + start.length, page.indexOf(`<!-- /${name} -->`)).trim();
};

const page = read('prices.md');
const ledger = await readRecordedLedger();

test('prices are those of the units that were measured, and of what the template has', async () => {
  expect(ledger.length).toBeGreaterThan(60);
  expect(tableIn(page, 'calls')).toBe(callPriceTable(ledger, prices));
  expect(tableIn(page, 'keeping')).toBe(keepingPriceTable(ledger, prices));
  expect(tableIn(page, 'customers')).toBe(customerPriceTable(ledger, await stagePrice('essential', prices), prices));
  expect(tableIn(page, 'table-class')).toBe(tableClassTable(ledger, prices));
  expect(tableIn(page, 'fixed')).toBe(await fixedPriceTable(prices));
});

test('a stage costs at most 5 dollars a month before anything is called, its jobs included', async () => {
  expect(await stagePrice('essential', prices)).toBeLessThanOrEqual(5);
});

test('says how much more it is to watch in full, and whose prices there are', async () => {
  const more = (await stagePrice('full', prices)) - (await stagePrice('essential', prices));

  expect(page).toContain(`${more.toFixed(2)} more`);
  for (const region of pricedRegions) expect(page).toContain(`\`${region}\``);
});

test('the README has what three customers pay', () => {
  const readme = read('../README.md');
  const customers = [...tableIn(page, 'customers').matchAll(/^\| \w+: ([\d,]+) consents a month \| ([\d.]+) \|/gm)];

  expect(customers).toHaveLength(3);
  const [first = [], second = [], third = []] = customers;
  expect(readme).toContain(
    `${first[2]} dollars a month for ${first[1]} new consents a month, ${second[2]} for ${second[1]}, ${third[2]} for ${third[1]},`,
  );
});

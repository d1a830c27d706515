import { report, toTable } from '../report.ts';
import { fixedPriceTable, stagePrice } from './fixed-prices.ts';
import type { LedgerRow } from './ledger.ts';
import { callPriceTable, customerPriceTable, keepingPriceTable, tableClassTable } from './price-tables.ts';
import type { PricedRegion, PriceList } from './region-prices.ts';
import { priceLists, pricesOf } from './region-prices.ts';

/** The prices of a region, each with its source and date. */
const priceListTable = (region: PricedRegion): string => {
  const lists: readonly PriceList[] = priceLists[region];
  return toTable(
    ['price', '$', 'source', 'date'],
    lists.flatMap(({ source, date, prices }) =>
      Object.entries(prices).map(([name, dollars]) => [`\`${name}\``, dollars, source, date]),
    ),
  );
};

/** Reports what customers, calls, keeping and an idle stage cost in a region. The pages have those of us-east-1. */
export const reportPrices = async (rows: readonly LedgerRow[], region: PricedRegion): Promise<void> => {
  const prices = pricesOf(region);
  const name = (table: string): string => (region === 'us-east-1' ? table : `${table}-${region}`);
  await report(name('customers'), customerPriceTable(rows, await stagePrice('essential', prices), prices));
  await report(name('fixed'), await fixedPriceTable(prices));
  await report(name('calls'), callPriceTable(rows, prices));
  await report(name('keeping'), keepingPriceTable(rows, prices));
  await report(name('table-class'), tableClassTable(rows, prices));
  await report(name('price-list'), priceListTable(region));
};

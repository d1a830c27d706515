import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { startMeter } from '../../test/support/meter.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { stagePrice } from './capacity/fixed-prices.ts';
import { drawGrowth } from './capacity/growth-chart.ts';
import type { LedgerRow } from './capacity/ledger.ts';
import { ledgerCsv, ledgerTable, levelsOf } from './capacity/ledger-table.ts';
import { callPriceTable, customerPriceTable, keepingPriceTable } from './capacity/price-tables.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report, writeFigures } from './report.ts';

const { consents: sizes } = describeProgram(
  'bench ledger',
  'What every operation takes of DynamoDB: calls, request units and bytes, in registers of several sizes.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [1_000, 100_000, 1_000_000])
  .parse()
  .opts();

const stop = await setup();
try {
  await createFreshTable('ledger');
  const table = openPatiently('ledger');
  const meter = await startMeter();
  const { makeRegister } = await import('./capacity/register.ts');
  const { measureLedger } = await import('./capacity/ledger.ts');
  const { info, error } = console;
  const silence = (): void => {};
  const levels: { consents: number; rows: readonly LedgerRow[] }[] = [];
  for (const consents of sizes) {
    Object.assign(console, { info: silence, error: silence });
    levels.push({ consents, rows: await measureLedger(meter, await makeRegister(table, consents), consents) });
    Object.assign(console, { info, error });
  }
  console.info(ledgerTable(levels));
  await writeFigures('ledger.csv', ledgerCsv(levels));
  await report('ledger', `[ledger.csv](ledger.csv) has ${levels.at(-1)?.rows.length} calls. ${levelsOf(levels)}`);
  const rows = levels.at(-1)?.rows ?? [];
  await report('customers', customerPriceTable(rows, await stagePrice('essential')));
  await report('calls', callPriceTable(rows));
  await report('keeping', keepingPriceTable(rows));
  await drawGrowth(levels);
} finally {
  await stop();
}

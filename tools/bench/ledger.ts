import { startMeter } from '../../test/support/meter.ts';
import type { LedgerRow } from './capacity/ledger.ts';
import { reportPrices } from './capacity/report-prices.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report, writeFigures } from './report.ts';
import { startStore } from './store.ts';

const { consents: sizes } = describeProgram(
  'bench ledger',
  'What every operation takes of DynamoDB: calls, request units and bytes, in registers of several sizes.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [1_000, 100_000, 1_000_000])
  .parse()
  .opts();

await using store = await startStore();
const table = await store.newTable('ledger');
const meter = await startMeter();
const { makeRegister } = await import('./capacity/register.ts');
const { ledgerCsv, ledgerTable, levelsOf, measureLedger } = await import('./capacity/ledger.ts');
const levels: { consents: number; rows: readonly LedgerRow[] }[] = [];
for (const consents of sizes)
  levels.push({ consents, rows: await measureLedger(meter, await makeRegister(table, consents), consents) });
process.stdout.write(`${ledgerTable(levels)}\n`);
await writeFigures('ledger.csv', ledgerCsv(levels));
await report('ledger', `[ledger.csv](ledger.csv) has ${levels.at(-1)?.rows.length} calls. ${levelsOf(levels)}`);
await reportPrices(levels.at(-1)?.rows ?? [], 'us-east-1');

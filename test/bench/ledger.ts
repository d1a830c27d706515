/**
 * What every operation takes of DynamoDB: calls, request units and bytes, in registers of several sizes.
 * `-- --consents=1000,100000` sets the sizes.
 */
import { createTable } from '../../cli/local/table.ts';
import { openTable } from '../../shared/store/client.ts';
import { publishVerificationKey } from '../../shared/store/verification-key.ts';
import { setup } from '../support/global-setup.ts';
import { startMeter } from '../support/meter.ts';
import { drawGrowth } from './capacity/growth-chart.ts';
import type { LedgerRow } from './capacity/ledger.ts';
import { ledgerTable } from './capacity/ledger-table.ts';
import { priceTables } from './capacity/price-tables.ts';
import { report } from './report.ts';

const sizes = (process.argv.find((argument) => argument.startsWith('--consents=')) ?? '=1000,100000,1000000')
  .replace(/^.*=/, '')
  .split(',')
  .map(Number);

const stop = await setup();
try {
  process.env.TABLE_NAME = 'ledger';
  const table = openTable(process.env.TABLE_NAME);
  await createTable(table);
  await publishVerificationKey(table, JSON.parse(process.env.TEST_VERIFICATION_KEY ?? ''), new Date());
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
  await report('ledger', ledgerTable(levels));
  await report('prices', priceTables(levels.at(-1)?.rows ?? []));
  await drawGrowth(levels);
} finally {
  await stop();
}

import { Option } from '@commander-js/extra-typings';
import { readRecordedLedger } from './capacity/recorded-ledger.ts';
import { pricedRegions } from './capacity/region-prices.ts';
import { describeProgram } from './program-options.ts';

const { region } = describeProgram(
  'bench prices',
  'What customers, calls and an idle stage cost in a region, by the counts of docs/ledger.csv and a dated list of prices.',
)
  .addOption(new Option('--region <name>', 'whose prices').choices(pricedRegions).default('us-east-1' as const))
  .parse()
  .opts();

const { reportPrices } = await import('./capacity/report-prices.ts');
await reportPrices(await readRecordedLedger(), region);

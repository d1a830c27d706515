import { fixedPriceTable } from './capacity/fixed-prices.ts';
import { prices } from './capacity/region-prices.ts';
import { describeProgram } from './program-options.ts';
import { report } from './report.ts';

describeProgram(
  'bench fixed-cost',
  'What a stage costs a month before anything is called, counted in its template.',
).parse();

await report('fixed', await fixedPriceTable(prices));

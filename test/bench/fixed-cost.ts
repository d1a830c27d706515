/** What a stage costs a month before anything is called, counted in its template. */
import { fixedPriceTable } from './capacity/fixed-prices.ts';
import { report } from './report.ts';

await report('fixed', fixedPriceTable());

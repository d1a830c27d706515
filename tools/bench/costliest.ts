import { startMeter } from '../../test/support/meter.ts';
import { costliestTables } from './costliest/tables.ts';
import { describeProgram, toCount } from './program-options.ts';
import { report } from './report.ts';
import { startStore } from './store.ts';

const size = describeProgram(
  'bench costliest',
  'The most that requests take of DynamoDB for each byte sent, and what an account can take so in a minute.',
)
  .option('--listed <number>', 'how many consents the longest list has', toCount, 60_000)
  .option('--keyed <number>', 'how many consents have fifty own keys in common', toCount, 3_000)
  .option('--records <number>', 'how many records a page has that fills an answer', toCount, 50)
  .parse()
  .opts();

await using store = await startStore();
const table = await store.newTable('costliest');
const meter = await startMeter();
const { prepareGround } = await import('./costliest/ground.ts');
const { measureCostliest } = await import('./costliest/measure.ts');
const ground = await prepareGround(table, size);
const costs = await measureCostliest(meter, table, ground);
await report('costliest', costliestTables(costs));

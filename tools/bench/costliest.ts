import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { startMeter } from '../../test/support/meter.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { silenceLog } from '../explore/chaos/log.ts';
import { costliestTables } from './costliest/tables.ts';
import { describeProgram, toCount } from './program-options.ts';
import { report } from './report.ts';

const size = describeProgram(
  'bench costliest',
  'The most that requests take of DynamoDB for each byte sent, and what an account can take so in a minute.',
)
  .option('--listed <number>', 'how many consents the longest list has', toCount, 60_000)
  .option('--keyed <number>', 'how many consents have fifty own keys in common', toCount, 3_000)
  .option('--records <number>', 'how many records a page has that fills an answer', toCount, 50)
  .parse()
  .opts();

const stop = await setup();
try {
  await createFreshTable('costliest');
  const table = openPatiently('costliest');
  const meter = await startMeter();
  const { prepareGround } = await import('./costliest/ground.ts');
  const { measureCostliest } = await import('./costliest/measure.ts');
  const endSilence = silenceLog();
  const ground = await prepareGround(table, size);
  const costs = await measureCostliest(meter, table, ground);
  endSilence();
  await report('costliest', costliestTables(costs));
} finally {
  await stop();
}

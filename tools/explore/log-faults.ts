import { newRandom } from '../../test/support/random.ts';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { fail, report, silenceLog, toTable } from '../bench/report.ts';
import { runFaults } from './log-faults/run.ts';

const { events, seed } = describeProgram(
  'explore log-faults',
  'Feeds a log from shards that split, with batches that come again, in halves and late, while calls are throttled, answers lost and containers die between any two writes; it is published at the same time. Every event must be in it once, in the order of its record.',
)
  .option('--events <number>', 'how many changes of items', toCount, 100_000)
  .option('--seed <number>', 'of what is drawn by chance', toCount, 1)
  .parse()
  .opts();

silenceLog();
const start = performance.now();
const run = await runFaults({ events, random: newRandom(seed) });
await report(
  'log-faults',
  `Seed ${seed}: ${events.toLocaleString('en')} changes of items in ${run.shards} shards, ${run.deliveries.toLocaleString('en')} deliveries (${run.failures.toLocaleString('en')} failed); ${Math.round((performance.now() - start) / 1_000)} s.

${toTable(
  ['fault', 'how often'],
  Object.entries(run.counts).map(([kind, count]) => [kind, count]),
)}

In the log: ${run.leaves.toLocaleString('en')} leaves in ${run.checkpoints} checkpoints; ${run.setAside.toLocaleString('en')} records that nobody can read were put aside. Wrong: ${run.violations.length}.`,
);
fail(run.violations);
const missed = Object.entries(run.counts).filter(([, count]) => count === 0);
if (events > 2_000) {
  fail(missed.map(([kind]) => `nothing met ${kind}`));
  if (run.setAside <= 10 || run.shards <= 8 || run.checkpoints <= 1)
    fail(['too few records put aside, shards or checkpoints']);
}

import { callInProcess } from '../../test/support/caller.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, toTable } from '../bench/report.ts';
import { faultKinds, injectFaults } from './chaos/faults.ts';
import { silenceLog } from './chaos/log.ts';
import type { Outcome } from './chaos/round.ts';
import { summarise } from './chaos/summary.ts';

const { faults: wanted, seed } = describeProgram(
  'explore chaos',
  'Clients work while the store fails in every way it can; then everything that was acknowledged must be there, and nothing else.',
)
  .option('--faults <number>', 'how many faults', toCount, 5_000)
  .addOption(seedOption())
  .parse()
  .opts();
const rate = 0.45;
const size = { tenants: 4, clientsOfTenant: 16, steps: 60 };

const teardown = await setup();
try {
  const proxy = await startStoreProxy();
  const table = openPatiently((await createFreshTable('chaos')).name);
  const { runRound } = await import('./chaos/round.ts');
  const call = await callInProcess();
  const print = silenceLog();
  const counts = new Map<string, number>();
  const injected = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const random = newRandom(seed);
  const outcomes: Outcome[] = [];
  while (injected() < wanted) {
    const outcome = await runRound(table, call, random.fork(), {
      size,
      disturb: async (own) => {
        proxy.intercept = injectFaults(own, rate, counts);
        return async () => {
          proxy.intercept = undefined;
        };
      },
    });
    outcomes.push(outcome);
    for (const violation of outcome.violations) process.stderr.write(`round ${outcomes.length}: ${violation}\n`);
    process.stderr.write(`${injected()} of ${wanted} faults\n`);
  }
  print();
  const { sums, violations } = summarise(outcomes);
  await report(
    'chaos',
    `Seed ${seed}, ${outcomes.length} rounds, a fault in ${rate * 100} % of the calls to the store.

${toTable(['fault', 'injected'], [...faultKinds.map((kind) => [kind, counts.get(kind) ?? 0]), ['all', injected()]])}

${toTable(['', ''], sums)}`,
  );
  if (violations > 0) process.exitCode = 1;
} finally {
  await teardown();
}

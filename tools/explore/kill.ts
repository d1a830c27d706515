import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, round, toTable } from '../bench/report.ts';
import type { Outcome } from './chaos/round.ts';
import { summarise } from './chaos/summary.ts';
import { Killer } from './kill/killer.ts';

const { kills: wanted, seed } = describeProgram(
  'explore kill',
  'Clients work while the serving process is killed with SIGKILL and started again; then everything that was acknowledged must be there, and nothing else.',
)
  .option('--kills <number>', 'how often', toCount, 50)
  .addOption(seedOption())
  .parse()
  .opts();
const size = { tenants: 4, clientsOfTenant: 6, steps: 60 };

const teardown = await setup();
try {
  const table = openPatiently((await createFreshTable('kill')).name);
  const { runRound } = await import('./chaos/round.ts');
  const killer = new Killer();
  const random = newRandom(seed);
  const outcomes: Outcome[] = [];
  while (killer.kills < wanted) {
    const outcome = await runRound(table, killer.call, random.fork(), {
      size,
      disturb: async (own) => killer.disturb(own, wanted),
    });
    outcomes.push(outcome);
    for (const violation of outcome.violations) process.stderr.write(`round ${outcomes.length}: ${violation}\n`);
    process.stderr.write(`${killer.kills} of ${wanted} kills\n`);
  }
  await killer.stop();
  const { sums, violations } = summarise(outcomes);
  const perKill = round(killer.killedRequests / killer.kills, 2);
  await report(
    'kill',
    `Seed ${seed}, ${outcomes.length} rounds, ${killer.kills} kills, with ${killer.killedRequests} requests under way (${perKill} each).

${toTable(['', ''], sums)}`,
  );
  if (violations > 0) process.exitCode = 1;
} finally {
  await teardown();
}

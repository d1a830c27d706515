/**
 * Clients work while the serving process is killed with SIGKILL and started again; then everything that was
 * acknowledged must be there, and nothing else. `-- --kills 1000` says how often, `--seed` repeats what was drawn.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { report, round, toTable } from '../bench/report.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { openPatiently } from '../support/patient-table.ts';
import { newRandom } from '../support/random.ts';
import type { Outcome } from './chaos/round.ts';
import { summarise } from './chaos/summary.ts';
import { Killer } from './kill/killer.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    write: { type: 'boolean' },
  },
});
const wanted = Number(values.kills);
const size = { tenants: 4, clientsOfTenant: 6, steps: 60 };

const teardown = await setup();
try {
  const table = openPatiently((await createFreshTable('kill')).name);
  const { runRound } = await import('./chaos/round.ts');
  const killer = new Killer();
  const random = newRandom(Number(values.seed));
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
    `Seed ${values.seed}, ${outcomes.length} rounds, ${killer.kills} kills, with ${killer.killedRequests} requests under way (${perKill} each).

${toTable(['', ''], sums)}`,
  );
  if (violations > 0) process.exitCode = 1;
} finally {
  await teardown();
}

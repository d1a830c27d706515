import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, toTable } from '../bench/report.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { openPatiently } from '../support/patient-table.ts';
import { newRandom } from '../support/random.ts';
import { startStoreProxy } from '../support/store-proxy.ts';
import type { Outcome } from './erasure-kill/killed-erasure.ts';

const { kills: wanted, seed } = describeProgram(
  'erasure-kill',
  'Erasures and purges are killed with SIGKILL at writes drawn from the seed, and go on; each must leave nothing half erased, nothing twice, and a log that is complete.',
)
  .option('--kills <number>', 'how often', toCount, 200)
  .addOption(seedOption())
  .parse()
  .opts();

const teardown = await setup();
try {
  const { nameErasuresTable } = await import('../../cli/local/table.ts');
  const table = openPatiently((await createFreshTable('erasure-kill')).name);
  const erasures = openPatiently(nameErasuresTable(table.name));
  const proxy = await startStoreProxy();
  const { eraseUnderKills } = await import('./erasure-kill/killed-erasure.ts');
  const random = newRandom(seed);
  const outcomes: Outcome[] = [];
  const sum = (pick: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + pick(one), 0);
  while (sum(({ kills }) => kills) < wanted) {
    const outcome = await eraseUnderKills({ table, erasures, proxy }, random, 3);
    outcomes.push(outcome);
    for (const violation of outcome.violations) process.stderr.write(`erasure ${outcomes.length}: ${violation}\n`);
    process.stderr.write(`${sum(({ kills }) => kills)} of ${wanted} kills\n`);
  }
  const violations = sum(({ violations: found }) => found.length);
  const rows = [
    ['erasures', outcomes.length],
    ['kills', sum(({ kills }) => kills)],
    ['kills that left some consents erased, and not all', sum(({ resumed }) => resumed)],
    ['consents torn, touched or left, entries twice or missing', violations],
  ];
  await report('erasure-kill', `Seed ${seed}.\n\n${toTable(['', ''], rows)}`);
  if (violations > 0) process.exitCode = 1;
} finally {
  await teardown();
}

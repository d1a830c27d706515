import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, toTable } from '../bench/report.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { openPatiently } from '../support/patient-table.ts';
import { newRandom } from '../support/random.ts';
import type { Outcome } from './import-kill/killed-import.ts';

const { kills: wanted, seed } = describeProgram(
  'import-kill',
  'Imports are killed with SIGKILL at moments drawn from the seed, and go on; each must have every consent once in the end.',
)
  .option('--kills <number>', 'how often', toCount, 200)
  .addOption(seedOption())
  .parse()
  .opts();

const consents = 600;
const teardown = await setup();
const home = mkdtempSync(join(tmpdir(), 'import-kill-'));
try {
  const random = newRandom(seed);
  const outcomes: Outcome[] = [];
  const sum = (pick: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + pick(one), 0);
  const table = openPatiently((await createFreshTable('import-kill')).name);
  const { newTenant } = await import('../support/builders.ts');
  const { writeCrmFile } = await import('./import-kill/crm-file.ts');
  const { importUnderKills } = await import('./import-kill/killed-import.ts');
  while (sum(({ kills }) => kills) < wanted) {
    const tenant = await newTenant();
    const made = await writeCrmFile(home, tenant, consents);
    const target = { table, accountId: tenant.accountId, ...made, pace: 800, consents };
    const outcome = await importUnderKills(target, random, wanted - sum(({ kills }) => kills));
    outcomes.push(outcome);
    for (const violation of outcome.violations) process.stderr.write(`import ${outcomes.length}: ${violation}\n`);
    process.stderr.write(`${sum(({ kills }) => kills)} of ${wanted} kills\n`);
  }
  const violations = outcomes.flatMap(({ violations: found }) => found).length;
  const rows = [
    ['imports', outcomes.length],
    ['kills', sum(({ kills }) => kills)],
    ['kills that left some consents, and not all', sum(({ resumed }) => resumed)],
    ['consents twice, missing or torn', violations],
  ];
  await report('import-kill', `Seed ${seed}, ${consents} consents in each import.\n\n${toTable(['', ''], rows)}`);
  if (violations > 0) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
  await teardown();
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, toTable } from '../bench/report.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { openPatiently } from '../support/patient-table.ts';
import { newRandom } from '../support/random.ts';
import type { Outcome } from './export-kill/killed-export.ts';

const { kills: wanted, seed } = describeProgram(
  'export-kill',
  'Exports are killed with SIGKILL at moments drawn from the seed, and go on; each must have every consent once in the end.',
)
  .option('--kills <number>', 'how often', toCount, 200)
  .addOption(seedOption())
  .parse()
  .opts();

const consents = 400;
const teardown = await setup();
const home = mkdtempSync(join(tmpdir(), 'export-kill-'));
try {
  const table = openPatiently((await createFreshTable('export-kill')).name);
  const { makeShelves } = await import('../bench/consent-report/fill.ts');
  const { runProgram } = await import('../../cli/admin/run.ts');
  const { consentLines } = await import('../support/export-folder.ts');
  const { exportUnderKills } = await import('./export-kill/killed-export.ts');
  const { putLargeConsents } = await import('./export-kill/stock.ts');
  const { account, project, versions } = await makeShelves(table, Date.now());
  const [version] = versions;
  if (version === undefined) throw new Error('There is no version.');
  await putLargeConsents(table, { account, project, version }, consents);
  const reference = join(home, 'reference');
  await runProgram(['consent', 'export', reference, '--table', table.name]);
  const expected = consentLines(reference);
  const random = newRandom(seed);
  const outcomes: Outcome[] = [];
  const sum = (pick: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + pick(one), 0);
  while (sum(({ kills }) => kills) < wanted) {
    const folder = join(home, String(outcomes.length));
    const target = { tableName: table.name, accountId: account.id, folder, pace: 600 };
    const outcome = await exportUnderKills(target, random, wanted - sum(({ kills }) => kills), expected);
    outcomes.push(outcome);
    rmSync(folder, { recursive: true, force: true });
    for (const violation of outcome.violations) process.stderr.write(`export ${outcomes.length}: ${violation}\n`);
    process.stderr.write(`${sum(({ kills }) => kills)} of ${wanted} kills\n`);
  }
  const violations = outcomes.flatMap(({ violations: found }) => found).length;
  const rows = [
    ['exports', outcomes.length],
    ['kills', sum(({ kills }) => kills)],
    ['kills that left something to go on from', sum(({ resumed }) => resumed)],
    ['consents twice, missing or torn', violations],
  ];
  await report('export-kill', `Seed ${seed}, ${consents} consents in each export.\n\n${toTable(['', ''], rows)}`);
  if (violations > 0) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
  await teardown();
}

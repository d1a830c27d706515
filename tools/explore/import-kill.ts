import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { reportKills } from './kill/kill-rounds.ts';

const { kills: wanted, seed } = describeProgram(
  'explore import-kill',
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
  const table = openPatiently((await createFreshTable('import-kill')).name);
  const { newTenant } = await import('../../test/support/builders.ts');
  const { writeCrmFile } = await import('./import-kill/crm-file.ts');
  const { importUnderKills } = await import('./import-kill/killed-import.ts');
  const told = {
    name: 'import-kill',
    what: 'import',
    wanted,
    preface: `Seed ${seed}, ${consents} consents in each import.`,
    rows: { resumed: 'kills that left some consents, and not all', violations: 'consents twice, missing or torn' },
  };
  await reportKills(told, async (left) => {
    const tenant = await newTenant();
    const made = await writeCrmFile(home, tenant, consents);
    return importUnderKills({ table, accountId: tenant.accountId, ...made, pace: 800, consents }, random, left);
  });
} finally {
  rmSync(home, { recursive: true, force: true });
  await teardown();
}

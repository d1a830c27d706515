import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { startStore } from '../bench/store.ts';
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
await using store = await startStore();
using home = mkdtempDisposableSync(join(tmpdir(), 'import-kill-'));
const random = newRandom(seed);
const table = await store.newTable('import-kill');
const { newTenant } = await import('../../test/support/builders.ts');
const { importUnderKills, writeCrmFile } = await import('./import-kill/killed-import.ts');
const told = {
  name: 'import-kill',
  what: 'import',
  wanted,
  preface: `Seed ${seed}, ${consents} consents in each import.`,
  rows: { resumed: 'kills that left some consents, and not all', violations: 'consents twice, missing or torn' },
};
await reportKills(told, async (left) => {
  const tenant = await newTenant();
  const made = await writeCrmFile(home.path, tenant, consents);
  return importUnderKills({ table, accountId: tenant.accountId, ...made, pace: 800, consents }, random, left);
});

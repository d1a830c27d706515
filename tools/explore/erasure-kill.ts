import { nameErasuresTable } from '../../cli/local/table.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { startStore } from '../bench/store.ts';
import { reportKills } from './kill/kill-rounds.ts';

const { kills: wanted, seed } = describeProgram(
  'explore erasure-kill',
  'Erasures and purges are killed with SIGKILL at writes drawn from the seed, and go on; each must leave nothing half erased, nothing twice, and a log that is complete.',
)
  .option('--kills <number>', 'how often', toCount, 200)
  .addOption(seedOption())
  .parse()
  .opts();

await using store = await startStore();
const table = await store.newTable('erasure-kill');
const erasures = openPatiently(nameErasuresTable(table.name));
const proxy = await startStoreProxy();
const { drawCourse, eraseUnderKills, runApart } = await import('./erasure-kill/killed-erasure.ts');
const random = newRandom(seed);
const target = { table, erasures, run: runApart({ table, erasures, proxy }) };
const told = {
  name: 'erasure-kill',
  what: 'erasure',
  wanted,
  preface: `Seed ${seed}.`,
  rows: {
    resumed: 'kills that left some consents erased, and not all',
    violations: 'consents torn, touched or left, entries twice or missing',
  },
};
await reportKills(told, () => eraseUnderKills(target, drawCourse(random, 3)));

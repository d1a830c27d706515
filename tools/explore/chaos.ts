import { callInProcess } from '../../test/support/caller.ts';
import { newRandom } from '../../test/support/random.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';
import { faultKinds, troubleStore } from './chaos/faults.ts';

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

await using store = await startStore();
const proxy = await startStoreProxy();
const table = await store.newTable('chaos');
const { runRound, runRounds } = await import('./chaos/round.ts');
const call = await callInProcess();
const { counts, injected, disturb } = troubleStore(proxy, rate);
const random = newRandom(seed);
const { rounds, summary } = await runRounds({ wanted, made: injected, name: 'faults' }, () =>
  runRound(table, call, random.fork(), { size, disturb }),
);
await report(
  'chaos',
  `Seed ${seed}, ${rounds} rounds, a fault in ${rate * 100} % of the calls to the store.

${toTable(['fault', 'injected'], [...faultKinds.map((kind) => [kind, counts.get(kind) ?? 0]), ['all', injected()]])}

${summary}`,
);

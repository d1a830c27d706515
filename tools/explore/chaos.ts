import type { OperationName } from '../../shared/contract.ts';
import { operations } from '../../shared/operations.ts';
import type { Caller } from '../../test/support/caller.ts';
import { callInProcess } from '../../test/support/caller.ts';
import { newRandom } from '../../test/support/random.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { fail, report, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';
import { faultKinds, troubleStore } from './chaos/faults.ts';

const {
  faults: wanted,
  steps,
  seed,
} = describeProgram(
  'explore chaos',
  'Clients work while the store fails in every way it can; then everything that was acknowledged must be there, and nothing else.',
)
  .option('--faults <number>', 'how many faults', toCount, 5_000)
  .option('--steps <number>', 'how many things each client does in a round', toCount, 60)
  .addOption(seedOption())
  .parse()
  .opts();
const rate = 0.45;
const size = { tenants: 4, clientsOfTenant: 16, steps };

await using store = await startStore();
const proxy = await startStoreProxy();
const table = await store.newTable('chaos');
const { runRound, runRounds } = await import('./chaos/round.ts');
const call = await callInProcess();
const called = new Set<OperationName>();
const recordCall: Caller = (operation, ...rest) => {
  called.add(operation);
  return call(operation, ...rest);
};
const { calls, counts, injected, disturb } = troubleStore(proxy, rate);
const random = newRandom(seed);
/** But logout: each client goes on with its session to the end. */
const extensions = Object.entries(operations).flatMap(([name, rules]) =>
  'extension' in rules && rules.access !== 'bearer' ? [name as OperationName] : [],
);
const { rounds, summary } = await runRounds({ wanted, made: injected, name: 'faults' }, () =>
  runRound(table, recordCall, random.fork(), { size, disturb }),
);
await report(
  'chaos',
  `Seed ${seed}, ${rounds} rounds, a fault in ${rate * 100} % of the calls to the store.

${toTable(['fault', 'injected'], [...faultKinds.map((kind) => [kind, counts.get(kind) ?? 0]), ['all', injected()]])}

${summary}`,
);
fail(extensions.filter((name) => !called.has(name)).map((name) => `no client called ${name}`));
if (injected() < calls() / 3) fail(['fewer than a third of the calls to the store met a fault']);

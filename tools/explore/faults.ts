import { callInProcess } from '../../test/support/call/functions.ts';
import { startStoreProxy } from '../../test/support/faults/store-proxy.ts';
import { setup } from '../../test/support/global-setup.ts';
import { newRandom } from '../../test/support/make/chance.ts';
import { createFreshTable, openWithRetries } from '../../test/support/make/tables.ts';
import { fail, readOptions, report, round, seedOption, silenceLog, toCount, toTable } from '../program.ts';
import { Killer } from './faults/killer.ts';
import { faultKinds, troubleStore } from './faults/store-trouble.ts';

const options = readOptions(
  'explore faults',
  'Clients work while the store fails in every way it can, and then while the serving process is killed with SIGKILL and started again; after each, everything that was acknowledged must be there, and nothing else.',
  {
    faults: ['how many faults of the store', '5000'],
    kills: ['how often the process is killed', '50'],
    steps: ['how many things each client does in a round', '60'],
    seed: seedOption(),
  },
);
const [faults, kills] = [toCount(options.faults), toCount(options.kills)];
const [steps, seed] = [toCount(options.steps), toCount(options.seed)];
const rate = 0.45;

const stop = await setup();
silenceLog();
const table = openWithRetries((await createFreshTable('faults')).name);
const killer = new Killer();
const proxy = await startStoreProxy();
const { runRound, runRounds } = await import('./faults/round.ts');
const random = newRandom(seed);
const call = await callInProcess();
const { calls, counts, injected, disturb } = troubleStore(proxy, rate);
const troubled = await runRounds({ wanted: faults, made: injected, name: 'faults' }, () =>
  runRound(table, call, random.fork(), { size: { tenants: 4, clientsOfTenant: 16, steps }, disturb }),
);
const killed = await runRounds({ wanted: kills, made: () => killer.kills, name: 'kills' }, () =>
  runRound(table, killer.call, random.fork(), {
    size: { tenants: 4, clientsOfTenant: 6, steps },
    disturb: async (own) => killer.disturb(own, kills),
  }),
);
await killer.stop();
report(`Seed ${seed}, a fault in ${rate * 100} % of the calls to the store.

${toTable(['fault', 'injected'], [...faultKinds.map((kind) => [kind, counts.get(kind) ?? 0]), ['all', injected()]])}

${troubled}

${killer.kills} kills, with ${killer.killedRequests} requests under way (${round(killer.killedRequests / killer.kills, 2)} each).

${killed}`);
if (injected() < calls() / 3) fail(['fewer than a third of the calls to the store met a fault']);
if (killer.killedRequests === 0) fail(['no request was under way when its process was killed']);
await stop();
process.exit();

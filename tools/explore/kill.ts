import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { fail, report, round } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';
import { Killer } from './kill/killer.ts';

const {
  kills: wanted,
  steps,
  seed,
} = describeProgram(
  'explore kill',
  'Clients work while the serving process is killed with SIGKILL and started again; then everything that was acknowledged must be there, and nothing else.',
)
  .option('--kills <number>', 'how often', toCount, 50)
  .option('--steps <number>', 'how many things each client does in a round', toCount, 60)
  .addOption(seedOption())
  .parse()
  .opts();
const size = { tenants: 4, clientsOfTenant: 6, steps };

await using store = await startStore();
const table = await store.newTable('kill');
const { runRound, runRounds } = await import('./chaos/round.ts');
const killer = new Killer();
const random = newRandom(seed);
const { rounds, summary } = await runRounds({ wanted, made: () => killer.kills, name: 'kills' }, () =>
  runRound(table, killer.call, random.fork(), { size, disturb: async (own) => killer.disturb(own, wanted) }),
);
await killer.stop();
const perKill = round(killer.killedRequests / killer.kills, 2);
await report(
  'kill',
  `Seed ${seed}, ${rounds} rounds, ${killer.kills} kills, with ${killer.killedRequests} requests under way (${perKill} each).

${summary}`,
);
if (killer.killedRequests === 0) fail(['no request was under way when its process was killed']);

import pMap from 'p-map';
import { callInProcess } from '../../test/support/caller.ts';
import { lagIndexes, showWithin } from '../../test/support/index-lag.ts';
import { newRandom } from '../../test/support/random.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, minutesOption, seedOption, toCount } from '../bench/program-options.ts';
import { fail, report, round, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';
import type { Event } from './histories/check.ts';
import { findAnomalies } from './histories/check.ts';
import { runHistory } from './histories/run.ts';

const toLag = (text: string): number => (text === '0' ? 0 : toCount(text));

const {
  histories: wanted,
  lag,
  seed,
  minutes,
} = describeProgram(
  'explore histories',
  'Clients record, revoke and search at once. Each small history is compared with a serial model of the register.',
)
  .option('--histories <number>', 'how many', toCount, 500)
  .option('--lag <milliseconds>', 'by which indexes are behind the table at most', toLag, 300)
  .addOption(seedOption())
  .addOption(minutesOption(60))
  .parse()
  .opts();
const atOnce = 8;

const overlap = (events: readonly Event[]): number =>
  events.filter((one) =>
    events.some((other) => other !== one && other.called < one.called && one.called < other.answered),
  ).length;

await using store = await startStore();
const proxy = await startStoreProxy();
const table = await store.newTable('histories');
const { newTenant, signIn } = await import('./chaos/tenants.ts');
const call = await callInProcess();
const tenant = await newTenant(table);
const place = { tenant, token: (await signIn(table, tenant)).token, call, lag };
const lagging = lagIndexes(showWithin(lag), () => 100);
let intercepted = 0;
proxy.intercept = (stored) => {
  intercepted += 1;
  return lagging(stored);
};
const random = newRandom(seed);
const counts = { histories: 0, unavailable: 0, operations: 0, overlapping: 0, conflicts: 0, anomalies: 0 };
await pMap(
  Array.from({ length: wanted }, () => random.fork()),
  async (own) => {
    if (performance.now() > minutes * 60_000) return;
    let events = await runHistory(place, own);
    while (events.some(({ status }) => status === 503)) {
      counts.unavailable += 1;
      events = await runHistory(place, own.fork());
    }
    const anomalies = findAnomalies(events);
    fail(anomalies.map((anomaly) => `history ${counts.histories}: ${anomaly}`));
    counts.histories += 1;
    counts.operations += events.length;
    counts.overlapping += overlap(events);
    counts.conflicts += events.filter(({ status }) => status === 409).length;
    counts.anomalies += anomalies.length;
    if (counts.histories % 500 === 0) process.stderr.write(`${counts.histories} of ${wanted} histories\n`);
  },
  { concurrency: atOnce },
);
await report(
  'histories',
  `Seed ${seed}, ${atOnce} histories at once, each index up to ${lag} ms behind the table, ${round(counts.operations / counts.histories, 2)} operations each.

${toTable(
  ['histories', 'operations', 'called while another one ran', 'answered 409', 'anomalies'],
  [[counts.histories, counts.operations, counts.overlapping, counts.conflicts, counts.anomalies]],
)}

${counts.unavailable} histories in which a busy store left an operation unanswered (503) were replaced by others; what such failures do is the
matter of the faults above.`,
);
if (intercepted <= counts.histories) fail(['calls to the store went past the proxy']);
if (counts.unavailable > counts.histories) fail(['more histories were left unanswered than answered']);

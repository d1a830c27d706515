import { availableParallelism } from 'node:os';
import type { Caller } from './load/mix.ts';
import { signIn } from './load/mix.ts';
import { startService } from './load/service.ts';
import type { Step } from './load/step.ts';
import { runStep } from './load/step.ts';
import { describeProgram, toAscendingCounts, toCount } from './program-options.ts';
import { report, round, toTable } from './report.ts';

const { connections, seconds } = describeProgram(
  'bench load',
  'How many requests the local service serves on this machine, and who works for them: it, the engine or this process.',
)
  .option('--connections <numbers>', 'how many callers at once', toAscendingCounts, [1, 2, 4, 8, 16, 32])
  .option('--seconds <number>', 'how long each number of them calls', toCount, 5)
  .parse()
  .opts();
const warmUp = { connections: 4, seconds: 2 * seconds };

const show = (figure: number | undefined): number | string =>
  figure === undefined ? 'not measured' : round(figure, 2);

/** Of the CPU that service and engine use, in percent. */
const engineShare = ({ service, engine }: Step['cpu']): number | undefined =>
  service === undefined || engine === undefined ? undefined : (100 * engine) / (engine + service);

const otherCores = ({ service, engine, generator, machine }: Step['cpu']): number | undefined =>
  service === undefined || engine === undefined ? undefined : Math.max(0, machine - service - engine - generator);

const toRow = ({ connections, requestsPerSecond, latency, errors, cpu }: Step) => [
  connections,
  round(requestsPerSecond),
  round(latency.p50),
  round(latency.p90),
  round(latency.p99),
  round(latency.max),
  errors,
  show(cpu.service),
  show(cpu.engine),
  show(cpu.generator),
  show(otherCores(cpu)),
  show(engineShare(cpu)),
];

const header = [
  'connections',
  'requests/s',
  'p50 ms',
  'p90 ms',
  'p99 ms',
  'max ms',
  'errors',
  'cores: service',
  'engine',
  'load generator',
  'anything else',
  'engine, % of both',
];

const service = await startService();
try {
  let callers: Caller[] = [];
  const serve = async (count: number, duration: number): Promise<Step> => {
    callers = callers.filter(({ isRefreshing }) => !isRefreshing);
    while (callers.length < count) callers.push(await signIn(service.baseUrl));
    return runStep(service, callers.slice(0, count), duration);
  };
  await serve(warmUp.connections, warmUp.seconds);
  const steps: Step[] = [];
  for (const count of connections) steps.push(await serve(count, seconds));
  await report('load', `${toTable(header, steps.map(toRow))}\n\nThe machine has ${availableParallelism()} cores.`);
  const errors = steps.reduce((sum, step) => sum + step.errors, 0);
  if (errors > 0) throw new Error(`${errors} requests failed.`);
} finally {
  await service.stop();
}

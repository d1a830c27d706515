import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import type { Service } from './load/service.ts';
import { startService } from './load/service.ts';
import type { RoundCall } from './local-service/calls.ts';
import { newRound } from './local-service/calls.ts';
import type { ServedCall } from './local-service/clock.ts';
import { sumParts } from './local-service/parts.ts';
import type { Client } from './peer/client.ts';
import { connect } from './peer/client.ts';
import { describeProgram, toCount } from './program-options.ts';
import { quantile, report, round, toTable } from './report.ts';

const { rounds } = describeProgram(
  'bench local-service',
  'What a call of the local service takes beside DynamoDB Local, and by a profile where that time goes.',
)
  .option('--rounds <number>', 'how often each call is made', toCount, 400)
  .parse()
  .opts();
const warmUpRounds = Math.ceil(2.5 * rounds);

const ask = async <Answer>({ child }: Service, question: string): Promise<Answer> => {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
};

/** What each call of some rounds took, in milliseconds, as the client sees it. */
const runRounds = async (client: Client, calls: readonly RoundCall[], count: number): Promise<number[]> => {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    for (const { call, onAnswer } of calls) {
      const { body, milliseconds } = await client(call());
      onAnswer?.(body);
      times.push(milliseconds);
    }
  }
  return times;
};

const toCostTable = (calls: readonly RoundCall[], times: readonly number[], served: readonly ServedCall[]): string => {
  const pairs = times.map((total, i) => ({ total, ...(served[i] ?? { milliseconds: 0, engine: 0, engineCalls: 0 }) }));
  return toTable(
    ['call', 'DynamoDB calls', 'ms', 'DynamoDB Local, ms', 'beside it, ms', 'of that in the service'],
    calls.map(({ name }, place) => {
      const own = pairs.filter((_, i) => i % calls.length === place);
      const median = (figure: (pair: (typeof pairs)[number]) => number): number => round(quantile(own.map(figure)));
      return [
        name,
        median(({ engineCalls }) => engineCalls),
        median(({ total }) => total),
        median(({ engine }) => engine),
        median(({ total, engine }) => total - engine),
        median(({ milliseconds, engine }) => milliseconds - engine),
      ];
    }),
  );
};

const toPartTable = (profile: Profiler.Profile, count: number): string =>
  toTable(
    ['part', 'ms a call'],
    [...sumParts(profile)].map(([part, milliseconds]) => [part, round(milliseconds / count, 2)]),
  );

const service = await startService(new URL('./local-service/clock.ts', import.meta.url).href);
try {
  const client = connect(service.port);
  const calls = await newRound(client);
  await runRounds(client, calls, warmUpRounds);
  await ask(service, 'calls');
  const times = await runRounds(client, calls, rounds);
  const served = await ask<ServedCall[]>(service, 'calls');
  if (served.length !== times.length) throw new Error(`${times.length} calls were made and ${served.length} served.`);
  const profiled = calls.slice(1);
  await ask(service, 'start profile');
  await runRounds(client, profiled, rounds);
  const profile = await ask<Profiler.Profile>(service, 'stop profile');
  await report(
    'local-service',
    `${toCostTable(calls, times, served)}\n\n${toPartTable(profile, profiled.length * rounds)}`,
  );
} finally {
  await service.stop();
}

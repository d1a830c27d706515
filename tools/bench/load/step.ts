import autocannon from 'autocannon';
import { quantile } from '../report.ts';
import type { Cpu } from './cpu.ts';
import { readCpu } from './cpu.ts';
import type { Caller } from './mix.ts';
import { requestsOf } from './mix.ts';
import type { Service } from './service.ts';

/** What a number of connections was served. Times are in milliseconds; CPU is in cores. */
export interface Step {
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly latency: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number };
  /** Answers other than 200, broken connections and timeouts. */
  readonly errors: number;
  readonly cpu: Cpu;
}

const coresUsed = (before: Cpu, after: Cpu, milliseconds: number): Cpu => {
  const share = (who: keyof Cpu): number | undefined => {
    const [from, to] = [before[who], after[who]];
    return from === undefined || to === undefined ? undefined : (to - from) / milliseconds;
  };
  return {
    service: share('service'),
    engine: share('engine'),
    generator: share('generator') ?? 0,
    machine: share('machine') ?? 0,
  };
};

/** Keeps as many connections busy as there are callers, each with one request at a time, for so many seconds. */
export const runStep = async (service: Service, callers: readonly Caller[], seconds: number): Promise<Step> => {
  const latencies: number[] = [];
  const idle = [...callers];
  const before = await readCpu(service);
  const start = performance.now();
  const { errors, non2xx } = await autocannon({
    url: service.baseUrl,
    connections: callers.length,
    duration: seconds,
    setupClient: (client) => {
      client.on('response', (_status, _bytes, latency) => latencies.push(latency));
      const caller = idle.shift();
      if (caller) client.setRequests(requestsOf(caller));
    },
  });
  const milliseconds = performance.now() - start;
  const after = await readCpu(service);
  return {
    connections: callers.length,
    requestsPerSecond: latencies.length / (milliseconds / 1000),
    latency: {
      p50: quantile(latencies, 0.5),
      p90: quantile(latencies, 0.9),
      p99: quantile(latencies, 0.99),
      max: quantile(latencies, 1),
    },
    errors: errors + non2xx,
    cpu: coresUsed(before, after, milliseconds),
  };
};

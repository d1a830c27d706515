import type { Random } from '../../../test/support/random.ts';
import { quantile, round, toTable } from '../report.ts';

/** What is assumed of Lambda and of the job. */
export interface LagAssumptions {
  readonly shards: number;
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** Bytes that an invocation may have, and of a record. */
  readonly payloadBytes: number;
  readonly recordBytes: number;
  /** Seconds from a write until the event source can read it, at most. */
  readonly pollSeconds: number;
  /** Of an invocation: beside the leaves, and for each. */
  readonly invocationSeconds: number;
  readonly leafSeconds: number;
}

/** Seconds from the writing of each record to its leaf, in one shard. */
const simulateShard = (random: Random, rate: number, seconds: number, assumed: LagAssumptions): number[] => {
  const { batchSize, windowSeconds, payloadBytes, recordBytes, pollSeconds } = assumed;
  const most = Math.min(batchSize, Math.floor(payloadBytes / recordBytes));
  const arrivals: number[] = [];
  const uniform = (): number => (random.below(1_000_000) + 1) / 1_000_001;
  const pause = (): number => -Math.log(uniform()) / rate;
  for (let at = 0; at < seconds; at += pause()) arrivals.push(at + uniform() * pollSeconds);
  arrivals.sort((one, other) => one - other);
  const lags: number[] = [];
  for (let [from, free] = [0, 0]; from < arrivals.length; ) {
    const opened = Math.max(free, arrivals[from] ?? 0);
    const full = arrivals[from + most - 1] ?? Number.POSITIVE_INFINITY;
    const begin = Math.max(opened, Math.min(opened + windowSeconds, full));
    let until = from;
    while (until < arrivals.length && until - from < most && (arrivals[until] ?? 0) <= begin) until += 1;
    const end = begin + assumed.invocationSeconds + (until - from) * assumed.leafSeconds;
    for (let i = from; i < until; i += 1) lags.push(end - (arrivals[i] ?? 0) + pollSeconds / 2);
    [from, free] = [until, end];
  }
  return lags;
};

/** How far the log is behind at several rates. */
export const simulateLag = (random: Random, rates: readonly number[], assumed: LagAssumptions): string => {
  const rows = rates.map((rate) => {
    const seconds = Math.min(3_600, 400_000 / rate);
    const lags = Array.from({ length: assumed.shards }, () =>
      simulateShard(random.fork(), rate / assumed.shards, seconds, assumed),
    ).flat();
    return [
      rate,
      round(quantile(lags)),
      round(quantile(lags, 0.99)),
      round(lags.reduce((most, lag) => Math.max(most, lag), 0)),
      `${round((100 * rate * assumed.leafSeconds) / assumed.shards, 2)} %`,
    ];
  });
  return toTable(['consents a second', 'seconds, median', '99 %', 'at most', 'of its time a shard is busy'], rows);
};

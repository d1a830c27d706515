import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../../store/table.ts';
import { askUnits, unitsOf } from '../../store/table.ts';

/** A table whose reads are counted and, if a limit is set, slowed down. */
export interface MeteredTable {
  readonly table: Table;
  /** Read units that DynamoDB has charged so far. */
  readonly units: () => number;
}

/** Lets work begin at a mean rate of units per second. After too many units, it waits before the next work begins. */
const newPace = (unitsPerSecond: number, signal: AbortSignal) => {
  let freeAt = performance.now();
  let usual = 1;
  const milliseconds = (units: number): number => (units * 1_000) / unitsPerSecond;
  return async (work: () => Promise<unknown>): Promise<unknown> => {
    const expected = usual;
    const start = Math.max(performance.now(), freeAt);
    freeAt = start + milliseconds(expected);
    await sleep(start - performance.now(), undefined, { signal });
    const answer = await work();
    usual = unitsOf(answer);
    freeAt += milliseconds(usual - expected);
    return answer;
  };
};

/** The mean rate of read units (default: as many as there are), and a signal that stops waiting. */
interface Pace {
  readonly unitsPerSecond: number | undefined;
  readonly signal: AbortSignal;
}

export const meterReads = (table: Table, { unitsPerSecond, signal }: Pace): MeteredTable => {
  let units = 0;
  const pace = unitsPerSecond === undefined ? undefined : newPace(unitsPerSecond, signal);
  const counting = askUnits(table, async (send) => {
    const answer = await (pace === undefined ? send() : pace(send));
    units += unitsOf(answer);
    return answer;
  });
  return { table: counting, units: () => units };
};

import type { LogEntry } from '../../identity/operations-log.ts';
import type { RecordCheck } from './check-records.ts';

/** Milliseconds that a run of `log take-in` may last after its entry of the operations log. */
const longestTakeIn = 24 * 60 * 60 * 1_000;

/** Compares the leaves that say they were taken in with the runs that the operations log has. */
export interface TakeInCheck {
  readonly add: (entry: LogEntry) => void;
  readonly finish: (check: Pick<RecordCheck, 'whole' | 'lag' | 'report'>) => void;
}

export const newTakeInCheck = (): TakeInCheck => {
  const runs: number[] = [];
  return {
    add: ({ command, at }) => {
      if (command === 'log take-in') runs.push(Date.parse(at));
    },
    finish: ({ whole, lag, report }) => {
      const told = new Map<number, boolean>();
      const hasRun = (takenIn: number): boolean => {
        const known = told.get(takenIn) ?? runs.some((at) => at <= takenIn + lag && takenIn <= at + longestTakeIn);
        told.set(takenIn, known);
        return known;
      };
      for (const { identity, account, index: at, takenIn } of whole.leaves.all()) {
        if (takenIn === undefined || hasRun(takenIn)) continue;
        const says = `by its own leaf taken in at ${new Date(takenIn).toISOString()}`;
        report({ kind: 'taken-in', account, id: identity.slice(2), at, says });
      }
    },
  };
};

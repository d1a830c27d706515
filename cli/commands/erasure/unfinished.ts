import type { ErasureOutcome, ErasureSite } from '../../../shared/consents/erasure/erase-all.ts';
import { addOutcomes, nothingErased } from '../../../shared/consents/erasure/erase-all.ts';
import type { ErasureRun } from '../../../shared/consents/erasure/erasure-run.ts';
import { finishRun } from '../../../shared/consents/erasure/erasure-run.ts';
import type { Change } from '../../../shared/identity/operations-log.ts';
import { formatTime } from '../../../shared/time.ts';
import { saySoFar } from '../../interruption.ts';
import { note } from '../../printing/output.ts';
import { beginProgress, countEach } from '../../printing/progress.ts';

/** A number of consents for people. */
export const countConsents = (count: number): string => countEach(count, 'consent');

/** Reports how far an erasure is, also if something interrupts it. */
export const watchErasing = async (
  total: number,
  work: (onErased: () => void) => Promise<ErasureOutcome | undefined>,
): Promise<ErasureOutcome> => {
  let erased = 0;
  const progress = beginProgress((count) => `${count.toLocaleString('en')} of ${countConsents(total)} erased`);
  const say = (): void =>
    saySoFar(
      `${erased.toLocaleString('en')} of ${countConsents(total)} erased. Run the same command again to continue.`,
    );
  say();
  try {
    const outcome = await work(() => {
      erased += 1;
      progress.advance(1);
      say();
    });
    return outcome ?? { erased: 0, before: total, missing: 0, listed: 0 };
  } finally {
    progress.end();
  }
};

/** An unfinished erasure, after its article. */
export const describeRun = ({ at, by, consents }: ErasureRun): string =>
  `erasure of ${countConsents(consents)} by ${by}, begun on ${formatTime(at)}, has not ended`;

/** An unfinished erasure, for scripts. */
export const describeRunData = ({ id, at, by, consents }: ErasureRun) => ({ id, time: at, by, consents });

/** Notes for each unfinished erasure that it is finished first. */
export const describeUnfinished = (runs: readonly ErasureRun[]): string[] =>
  runs.map((run) => `An ${describeRun(run)}. It is finished first.`);

/** Finishes interrupted erasures. Returns their totals. */
export const finishRuns = async (
  { newChange }: { readonly newChange: () => Change },
  site: ErasureSite,
  runs: readonly ErasureRun[],
): Promise<ErasureOutcome> => {
  let outcome = nothingErased;
  for (const run of runs) {
    const done = await watchErasing(run.consents, (onErased) => finishRun(site, run, { newChange, onErased }));
    outcome = addOutcomes(outcome, done);
    note(`Finished the erasure of ${formatTime(run.at)}.`);
  }
  return outcome;
};

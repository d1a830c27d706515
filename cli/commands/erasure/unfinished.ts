import type { ErasureOutcome, ErasureSite } from '../../../shared/consents/erasure/erase-all.ts';
import { addOutcomes, carryOut, nothingErased } from '../../../shared/consents/erasure/erase-all.ts';
import type { ErasurePlan } from '../../../shared/consents/erasure/erasures.ts';
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
  work: (onErased: () => void) => Promise<ErasureOutcome>,
): Promise<ErasureOutcome> => {
  let erased = 0;
  const progress = beginProgress((count) => `${count.toLocaleString('en')} of ${countConsents(total)} erased`);
  const say = (): void =>
    saySoFar(
      `${erased.toLocaleString('en')} of ${countConsents(total)} erased. Run the same command again to continue.`,
    );
  say();
  try {
    return await work(() => {
      erased += 1;
      progress.advance(1);
      say();
    });
  } finally {
    progress.end();
  }
};

/** An unfinished erasure, after its article. */
export const describeUndone = ({ time, by, consentIds }: ErasurePlan): string =>
  `erasure of ${countConsents(consentIds.length)} by ${by}, begun on ${formatTime(time)}, has not ended`;

/** An unfinished erasure, for scripts. */
export const describeUndoneData = ({ id, time, by, consentIds }: ErasurePlan) => ({
  id,
  time,
  by,
  consents: consentIds.length,
});

/** Notes for each unfinished erasure that it is finished first. */
export const describeUnfinished = (plans: readonly ErasurePlan[]): string[] =>
  plans.map((plan) => `An ${describeUndone(plan)}. It is finished first.`);

/** Carries out plans that are undone, one after the other. Returns their totals. */
export const finishPlans = async (
  { newChange }: { readonly newChange: () => Change },
  site: ErasureSite,
  plans: readonly ErasurePlan[],
): Promise<ErasureOutcome> => {
  let outcome = nothingErased;
  for (const plan of plans) {
    const done = await watchErasing(plan.consentIds.length, (onErased) =>
      carryOut(site, plan, { newChange, onErased, target: { repeated: true } }),
    );
    outcome = addOutcomes(outcome, done);
    note(`Finished the erasure of ${formatTime(plan.time)}.`);
  }
  return outcome;
};

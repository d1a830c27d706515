import type { ErasureOutcome, ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import {
  addOutcomes,
  completeErasure,
  DamagedConsents,
  nothingErased,
} from '../../../shared/consents/erasure/erase.ts';
import type { ErasurePlan, Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { ConsentEntry } from '../../../shared/consents/lists.ts';
import { stateFor } from '../../../shared/consents/state.ts';
import type { Change } from '../../../shared/identity/operations-log.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { CommandError, setInterruptionNote } from '../../errors.ts';
import { note } from '../../output/print.ts';
import { beginProgress, countEach } from '../../output/progress.ts';
import { nameState } from '../consent/describe.ts';

/** A number of consents for people. */
export const countConsents = (count: number): string => countEach(count, 'consent');

/** Reports how far an erasure is, also if something interrupts it. */
const watch = async (
  total: number,
  work: (onErased: () => void) => Promise<ErasureOutcome>,
): Promise<ErasureOutcome> => {
  let erased = 0;
  const progress = beginProgress((count) => `${count.toLocaleString('en')} of ${countConsents(total)} erased`);
  const say = (): void =>
    setInterruptionNote(
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

/** How many ids a message has at most. */
const mostNamed = 10;

const describeDamaged = ({ consentIds }: DamagedConsents): string => {
  const [are, them] = consentIds.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const more = consentIds.length > mostNamed ? ` and ${consentIds.length - mostNamed} more` : '';
  return (
    `${countConsents(consentIds.length)} cannot be read, and ${are} not erased: ${consentIds.slice(0, mostNamed).join(', ')}${more}. ` +
    `All others of the erasure are. Repair ${them} from a backup, then run \`person erase --replay\`.`
  );
};

/** Reports how far an erasure is. @throws CommandError refused when damaged consents stay */
export const watchErasing = (...watched: Parameters<typeof watch>): Promise<ErasureOutcome> =>
  watch(...watched).catch((error: unknown) => {
    throw error instanceof DamagedConsents ? new CommandError(describeDamaged(error), 'refused') : error;
  });

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

/**
 * Carries out plans that are undone, one after the other. Returns their totals, and notes which damaged consents stay:
 * they keep nobody else from being erased.
 *
 * @property isWhole whether no consent stays
 */
export const finishPlans = async (
  { newChange }: { readonly newChange: () => Change },
  site: ErasureSite,
  plans: readonly ErasurePlan[],
): Promise<ErasureOutcome & { readonly isWhole: boolean }> => {
  let [outcome, isWhole] = [nothingErased, true];
  for (const plan of plans) {
    try {
      const done = await watch(plan.consentIds.length, (onErased) =>
        completeErasure(site, plan, { newChange, onErased, target: { repeated: true } }),
      );
      outcome = addOutcomes(outcome, done);
      note(`Finished the erasure of ${formatTime(plan.time)}.`);
    } catch (error) {
      if (!(error instanceof DamagedConsents)) throw error;
      note(describeDamaged(error));
      isWhole = false;
    }
  }
  return { ...outcome, isWhole };
};

type Erasable = ConsentEntry;

/** How many consents to a notice are in a state. */
export interface PlannedGroup {
  readonly notice: string;
  readonly pid: number;
  readonly state: string;
  readonly consents: number;
}

export const toGroups = (consents: readonly Erasable[], now: Date): PlannedGroup[] => {
  const groups = new Map<string, PlannedGroup>();
  for (const { facets, version, times } of consents) {
    const { state = '' } = stateFor(times, { now }) ?? {};
    const name = JSON.stringify([facets.pid, state]);
    const before = groups.get(name)?.consents ?? 0;
    groups.set(name, { notice: version.name, pid: facets.pid, state, consents: before + 1 });
  }
  return [...groups.values()].sort((one, other) => one.pid - other.pid);
};

/** How many are in force, and will count as revoked. */
export const countActive = (groups: readonly PlannedGroup[]): number =>
  groups.reduce((sum, { state, consents }) => sum + (state === 'active' ? consents : 0), 0);

/** A group in a table. */
export const toGroupRow = ({ notice, state, consents }: PlannedGroup) => ({
  notice,
  state: nameState(state),
  consents,
});

/** Groups by the names of `--json`. */
export const toGroupData = (groups: readonly PlannedGroup[]) =>
  groups.map(({ notice, pid, state, consents }) => ({
    consentInformationName: notice,
    consentInformationPid: pid,
    state,
    consents,
  }));

/** What goes and what stays. */
export const describeExtent = ({
  extent,
  ids,
  active,
}: {
  readonly extent: Extent;
  readonly ids: readonly string[];
  readonly active: number;
}): string => {
  const count = countConsents(ids.length);
  if (extent === 'everything') return `To be erased with --everything: ${count}. Only a count stays, in the overview.`;
  const forced =
    active === 0
      ? ''
      : ` ${countConsents(active)} in force ${active === 1 ? 'counts' : 'count'} as revoked from then on.`;
  return (
    `To be erased: ${count}. Personal data goes: values, proofs, IP addresses. Notice, version, times, channel ` +
    `and recording user stay as evidence.${forced}`
  );
};

import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { ConsentEntry } from '../../../shared/consents/lists.ts';
import { stateFor } from '../../../shared/consents/state.ts';
import { tellState } from '../../output/state.ts';
import { countConsents } from '../erasure/unfinished.ts';

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
  state: tellState(state),
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

import type { ConsentState, ConsentTimes } from '../consents/state.ts';
import { endOf, stateAt } from '../consents/state.ts';

/** By what consents cease to be in force, as a report counts it. */
export const endings = ['withdrawn', 'expired', 'superseded', 'erased'] as const;
export type Ending = (typeof endings)[number];

const endingOfState: Readonly<Record<Exclude<ConsentState, 'active'>, Ending>> = {
  revoked: 'withdrawn',
  expired: 'expired',
  superseded: 'superseded',
  erased: 'erased',
};

/**
 * When a consent ceased to be in force, and by what; undefined where nothing ends it. It ends once, and not before it began: what
 * comes later ends nothing, also where the state goes by it (docs/people.md, Reports).
 */
export const findEnding = (times: ConsentTimes): { readonly at: Date; readonly by: Ending } | undefined => {
  const end = endOf(times);
  if (end === undefined) return undefined;
  const at = end < times.given ? times.given : end;
  const state = stateAt(times, at)?.state;
  return state === undefined || state === 'active' ? undefined : { at, by: endingOfState[state] };
};

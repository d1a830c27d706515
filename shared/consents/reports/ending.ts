import type { ConsentState, ConsentTimes } from '../state.ts';
import { endOf, stateAt } from '../state.ts';

/** What ends consents, as a report counts it. */
export const endings = ['withdrawn', 'expired', 'superseded', 'erased'] as const;
export type Ending = (typeof endings)[number];

const endingOfState: Readonly<Record<Exclude<ConsentState, 'active'>, Ending>> = {
  revoked: 'withdrawn',
  expired: 'expired',
  superseded: 'superseded',
  erased: 'erased',
};

/**
 * When a consent stopped being in force, and why. Undefined if nothing ends it. It ends once, and not before it began.
 * Later events end nothing, even if they decide its state (docs/people.md, Reports).
 */
export const findEnding = (times: ConsentTimes): { readonly at: Date; readonly by: Ending } | undefined => {
  const end = endOf(times);
  if (end === undefined) return undefined;
  const at = end < times.given ? times.given : end;
  const state = stateAt(times, at)?.state;
  return state === undefined || state === 'active' ? undefined : { at, by: endingOfState[state] };
};

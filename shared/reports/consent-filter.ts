import type { ConsentFacets, FacetName } from '../consents/facets.ts';
import { facetNames } from '../consents/facets.ts';
import type { ConsentState, ConsentTimes, StateSince } from '../consents/state.ts';
import { stateAt } from '../consents/state.ts';
import type { Period } from '../time.ts';

/** Which consents are wanted; all without it. */
export type ConsentFilter = { readonly [Name in FacetName]?: ConsentFacets[Name] | undefined } & {
  /** When they were given. */
  readonly period?: Period | undefined;
  /** In which state they are at the moment asked for. */
  readonly state?: ConsentState | undefined;
};

export const passesFacets = (filter: ConsentFilter, facets: ConsentFacets): boolean =>
  facetNames.every((name) => filter[name] === undefined || filter[name] === facets[name]);

/** The moment of the states: now by the clock of this machine, or the one that was asked for. */
export interface Moment {
  readonly now: Date;
  /** What was given later is not there yet. Without it states are told for now. */
  readonly at?: Date | undefined;
}

/** The moment for a consent. One that was given after `now` was given by a clock that is ahead. */
export const momentFor = ({ given }: ConsentTimes, { now, at }: Moment): Date => at ?? (given > now ? given : now);

/** The state of a consent at the moment asked for; undefined when it was given later. */
export const stateFor = (times: ConsentTimes, moment: Moment): StateSince | undefined =>
  stateAt(times, momentFor(times, moment));

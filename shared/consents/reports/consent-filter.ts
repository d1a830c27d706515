import type { Lineage } from '../../notices/lineage.ts';
import type { Period } from '../../time.ts';
import type { FacetFilter } from '../indexes.ts';
import type { ConsentState, ConsentTimes, StateSince } from '../state.ts';
import { stateAt } from '../state.ts';

/** The consents to list. Default: all. */
export interface ConsentFilter extends FacetFilter {
  /** When they were given. */
  readonly period?: Period | undefined;
  /** Their state at the requested moment. */
  readonly state?: ConsentState | undefined;
}

/** The consents of projects. */
export interface ConsentScope {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** Their notice, or one of its versions. Default: any. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly lineage: Lineage;
}

/** The moment of the states: now by the clock of this machine, or the requested one. */
export interface Moment {
  readonly now: Date;
  /** Consents given later are left out. Default: now. */
  readonly at?: Date | undefined;
}

/** The moment for a consent. If a consent was given after `now`, its clock was ahead. */
export const momentFor = ({ given }: ConsentTimes, { now, at }: Moment): Date => at ?? (given > now ? given : now);

/** The state of a consent at the requested moment. Undefined if it was given later. */
export const stateFor = (times: ConsentTimes, moment: Moment): StateSince | undefined =>
  stateAt(times, momentFor(times, moment));

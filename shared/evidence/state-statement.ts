import type { ConsentState, ConsentTimes } from '../consents/state.ts';
import { byEnd, endOf, endStates, stateAt } from '../consents/state.ts';
import type { Span } from '../schema/time-span.ts';

/** A part of a span with one state. Null before the consent was given. */
export interface Phase {
  readonly state: ConsentState | null;
  /** When the state began. This may be long before the span. */
  readonly since: string | null;
  readonly from: string;
  readonly until: string;
}

/** The state of a consent in a span, and why. */
export interface StateStatement {
  readonly from: string;
  /** Exclusive. */
  readonly until: string;
  /** Whether the span was still running when the document was issued. The state may then still change. */
  readonly isOpen: boolean;
  /** At the end of the span. Null before the consent was given. */
  readonly state: ConsentState | null;
  readonly since: string | null;
  readonly phases: readonly Phase[];
}

/** The moments that decide a state, null for those that do not come, and when the consent stops being in force. */
export type TimesStatement = { readonly given: string; readonly ends: string | null } & {
  readonly [Moment in Exclude<keyof ConsentTimes, 'given'>]: string | null;
};

type Beginning = Omit<Phase, 'until'>;

const beginAt = (times: ConsentTimes, from: Date): Beginning => {
  const { state, since } = stateAt(times, from) ?? { state: null, since: undefined };
  return { state, since: since?.toISOString() ?? null, from: from.toISOString() };
};

const isSameBeginning = (one: Beginning, other: Beginning | undefined): boolean =>
  one.state === other?.state && one.since === other.since;

const findPhases = (times: ConsentTimes, { start, end }: Span): Phase[] => {
  const moments = Object.values(times)
    .filter((moment): moment is Date => moment !== undefined && moment > start && moment < end)
    .sort((one, other) => one.getTime() - other.getTime());
  const all = [start, ...moments].map((from) => beginAt(times, from));
  const changes = all.filter((beginning, i) => !isSameBeginning(beginning, all[i - 1]));
  return changes.map((beginning, i) => ({ ...beginning, until: changes[i + 1]?.from ?? end.toISOString() }));
};

/** States the states of a consent in a span, which must not be empty. */
export const stateIn = (times: ConsentTimes, span: Span, now: Date): StateStatement => {
  const phases = findPhases(times, span);
  const last = phases.at(-1);
  return {
    from: span.start.toISOString(),
    until: span.end.toISOString(),
    isOpen: span.end.getTime() > now.getTime() + 1,
    state: last?.state ?? null,
    since: last?.since ?? null,
    phases,
  };
};

/** A moment as a span. */
export const spanOf = (moment: Date): Span => ({ start: moment, end: new Date(moment.getTime() + 1) });

const readTime = (moment: string | null): Date | undefined => (moment === null ? undefined : new Date(moment));

/** The times of a statement. */
export const readTimes = (statement: TimesStatement): ConsentTimes => ({
  given: new Date(statement.given),
  ...byEnd('moment', (name) => readTime(statement[endStates[name].moment])),
});

export const toTimesStatement = (times: ConsentTimes): TimesStatement => {
  const toTime = (moment: Date | undefined): string | null => moment?.toISOString() ?? null;
  return {
    given: times.given.toISOString(),
    ...byEnd('moment', (name) => toTime(times[endStates[name].moment])),
    ends: toTime(endOf(times)),
  };
};

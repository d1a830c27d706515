import { dayMilliseconds } from '../runtime/time.ts';

/** A state of a consent that has ended. */
interface EndState {
  /** How it comes about: by somebody's act, as time passes, or because a later version asks again. */
  readonly by: 'act' | 'time' | 'version';
  /** Its moment among the times of a consent. */
  readonly moment: string;
  /** Its moment in the rows of lists. */
  readonly listed: string;
  readonly says: string;
  /** Says what its moment is. */
  readonly when: string;
}

/**
 * The states after `active` (docs/api.md, States). A state is computed, so that it is right at any moment, past
 * ones too; it is stored nowhere. Only a version that asks again supersedes earlier ones. Schemas, documents, reports,
 * lists, pages and words are made from this table, in its order. Of two acts, the later one here decides the state.
 */
export const endStates = {
  revoked: {
    by: 'act',
    moment: 'revoked',
    listed: 'revokeTime',
    says: '`revoked`',
    when: 'When the consent was revoked',
  },
  expired: {
    by: 'time',
    moment: 'expires',
    listed: 'expiryTime',
    says: '`expired` after its validity',
    when: 'When its validity ends or ended',
  },
  superseded: {
    by: 'version',
    moment: 'superseded',
    listed: 'supersedeTime',
    says: '`superseded` by a version that asks again',
    when: 'When a later version began to ask the person again',
  },
  erased: {
    by: 'act',
    moment: 'erased',
    listed: 'eraseTime',
    says: '`erased`',
    when: 'When the consent was erased',
  },
} as const satisfies Readonly<Record<string, EndState>>;

type EndStates = typeof endStates;
export type EndStateName = keyof EndStates;

/** These states, in the order of the table. */
export const endNames = Object.keys(endStates) as readonly EndStateName[];

export const consentStates = ['active', ...endNames] as const;
export type ConsentState = (typeof consentStates)[number];

/** The states in words. */
export const statesInWords = `\`active\`, ${endNames.map((name) => endStates[name].says).join(', ')}`.replace(
  /, (?=[^,]*$)/,
  ', or ',
);

/** A value for each end, by its state. */
/* @__NO_SIDE_EFFECTS__ */
export const byEndState = <Value>(toValue: (name: EndStateName) => Value) =>
  Object.fromEntries(endNames.map((name) => [name, toValue(name)])) as Readonly<Record<EndStateName, Value>>;

/** A value for each end, by what it is called in a column of the table. */
/* @__NO_SIDE_EFFECTS__ */
export const byEnd = <Column extends 'moment' | 'listed', Value>(
  column: Column,
  toValue: (name: EndStateName) => Value,
) =>
  Object.fromEntries(endNames.map((name) => [endStates[name][column], toValue(name)])) as {
    readonly [Name in EndStates[EndStateName][Column]]: Value;
  };

/** The ends that come about by one of these, in the order of the table. */
export const endsThrough = (...by: readonly EndState['by'][]): readonly EndStateName[] =>
  endNames.filter((name) => by.includes(endStates[name].by));

/** Whether somebody's act ends a consent so. */
export const isAct = (name: EndStateName): boolean => endStates[name].by === 'act';

/** The moments that decide the state of a consent. A moment that never comes is left out. */
export type ConsentTimes = { readonly given: Date } & {
  readonly [Moment in EndStates[EndStateName]['moment']]?: Date | undefined;
};

/** The last moment that a `Date` can express, as far after 1970 as the first one is before it. */
const lastMoment = 8_640_000_000_000_000;

/** Undefined after the last moment. Only somebody else's document has a number of days that leads before the first one. */
const addDays = (from: Date, days: number): Date | undefined => {
  const moment = from.getTime() + days * dayMilliseconds;
  return moment > lastMoment ? undefined : new Date(Math.max(moment, -lastMoment));
};

/** The terms of a version that decide the states of its consents. */
interface DecidingTerms {
  readonly validityDays: number;
  readonly askedAgainBy: { readonly publishedAt: string } | undefined;
}

/**
 * @param consent as stored. A consent erased while in force was stored as revoked at that moment, but nobody revoked it
 * (docs/api.md, Erased consents)
 * @param version to which the person agreed
 */
export const timesOf = (
  consent: { readonly given: Date; readonly revoked?: Date | undefined; readonly erased?: Date | undefined },
  { validityDays, askedAgainBy }: DecidingTerms,
): ConsentTimes => {
  const { given, erased } = consent;
  const revoked = consent.revoked?.getTime() === erased?.getTime() ? undefined : consent.revoked;
  const asked = askedAgainBy && new Date(askedAgainBy.publishedAt);
  return {
    given,
    revoked,
    erased,
    expires: validityDays === 0 ? undefined : addDays(given, validityDays),
    // A version older than the consent asks again from the moment that it is given.
    superseded: asked && (asked < given ? given : asked),
  };
};

/** A state, and since when it holds. */
export interface StateSince {
  readonly state: ConsentState;
  readonly since: Date;
}

/** If two come at the same moment, the earlier one here decides the state. */
export const precedence: readonly EndStateName[] = [
  ...endsThrough('act').toReversed(),
  ...endsThrough('time', 'version'),
];

/**
 * The state at a moment, or undefined before the consent was given. An act of the person or the operator wins over the
 * passing of time: a consent that expired and was then revoked is revoked.
 */
export const stateAt = (times: ConsentTimes, at: Date): StateSince | undefined => {
  if (times.given > at) return undefined;
  const come = precedence.flatMap((state) => {
    const since = times[endStates[state].moment];
    return since !== undefined && since <= at ? [{ state, since }] : [];
  });
  const [first] = come.toSorted((one, other) => one.since.getTime() - other.since.getTime());
  return come.find(({ state }) => isAct(state)) ?? first ?? { state: 'active', since: times.given };
};

/** When a consent stops being in force, for whatever reason. Undefined if nothing ends it. */
export const endOf = (times: ConsentTimes): Date | undefined =>
  endNames
    .map((name) => times[endStates[name].moment])
    .filter((moment) => moment !== undefined)
    .reduce<Date | undefined>((first, moment) => (first === undefined || moment < first ? moment : first), undefined);

/**
 * When a consent stopped being in force, and why. Undefined if nothing ends it. It ends once, and not before it began.
 * Later events end nothing, even if they decide its state (docs/officers.md, What do I report?).
 */
export const findEnding = (times: ConsentTimes): { readonly at: Date; readonly state: EndStateName } | undefined => {
  const end = endOf(times);
  if (end === undefined) return undefined;
  const at = end < times.given ? times.given : end;
  const state = stateAt(times, at)?.state;
  return state === undefined || state === 'active' ? undefined : { at, state };
};

/** The moment of the states: now, as this machine has it, or the requested one. */
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

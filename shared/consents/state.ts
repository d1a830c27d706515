import { dayMilliseconds } from '../time.ts';

/** The states of a consent after it was given (docs/contract.md, States). */
export const consentStates = ['active', 'revoked', 'expired', 'superseded', 'erased'] as const;
export type ConsentState = (typeof consentStates)[number];

/** The moments that decide the state of a consent. A moment that never comes is left out. */
export interface ConsentTimes {
  readonly given: Date;
  readonly revoked?: Date | undefined;
  /** When the validity of its version ends. */
  readonly expires?: Date | undefined;
  /** When a later version began to ask again. If that version is older than the consent, the consent's own time. */
  readonly superseded?: Date | undefined;
  readonly erased?: Date | undefined;
}

/** The last moment that a `Date` can express. */
const lastMoment = 8_640_000_000_000_000;

const addDays = (from: Date, days: number): Date | undefined => {
  const moment = from.getTime() + days * dayMilliseconds;
  return moment > lastMoment ? undefined : new Date(moment);
};

/** The terms of a version that decide the states of its consents. */
interface DecidingTerms {
  readonly validityDays: number;
  readonly askedAgainBy: { readonly publishedAt: string } | undefined;
}

/**
 * @param consent as stored. A consent erased while in force was stored as revoked at that moment, but nobody revoked it
 * (docs/contract.md, Erased consents)
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
    superseded: asked && (asked < given ? given : asked),
  };
};

/** A state, and since when it holds. */
export interface StateSince {
  readonly state: ConsentState;
  readonly since: Date;
}

const comes = (moment: Date | undefined, at: Date): moment is Date => moment !== undefined && moment <= at;

/**
 * The state at a moment, or undefined before the consent was given. An act of the person or the operator wins over the
 * passing of time: a consent that expired and was then revoked is revoked.
 */
export const stateAt = (
  { given, revoked, expires, superseded, erased }: ConsentTimes,
  at: Date,
): StateSince | undefined => {
  if (given > at) return undefined;
  if (comes(erased, at)) return { state: 'erased', since: erased };
  if (comes(revoked, at)) return { state: 'revoked', since: revoked };
  const [first] = [
    ...(comes(expires, at) ? [{ state: 'expired' as const, since: expires }] : []),
    ...(comes(superseded, at) ? [{ state: 'superseded' as const, since: superseded }] : []),
  ].sort((one, other) => one.since.getTime() - other.since.getTime());
  return first ?? { state: 'active', since: given };
};

/** When a consent stops being in force, for whatever reason. Undefined if nothing ends it. */
export const endOf = ({ revoked, expires, superseded, erased }: ConsentTimes): Date | undefined =>
  [revoked, expires, superseded, erased]
    .filter((moment) => moment !== undefined)
    .reduce<Date | undefined>((first, moment) => (first === undefined || moment < first ? moment : first), undefined);

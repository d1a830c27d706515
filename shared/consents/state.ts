import { dayMilliseconds } from '../time.ts';

/** What a consent may be at a moment after it was given (docs/contract.md, States). */
export const consentStates = ['active', 'revoked', 'expired', 'superseded', 'erased'] as const;
export type ConsentState = (typeof consentStates)[number];

/** The moments that decide the state of a consent; those that do not come are left out. */
export interface ConsentTimes {
  readonly given: Date;
  readonly revoked?: Date | undefined;
  /** When the validity of its version has passed. */
  readonly expires?: Date | undefined;
  /** Since when a later version asks again; the consent's own time where that version was there before it. */
  readonly superseded?: Date | undefined;
  readonly erased?: Date | undefined;
}

/** The last moment that a `Date` can be. */
const lastMoment = 8_640_000_000_000_000;

const addDays = (from: Date, days: number): Date | undefined => {
  const moment = from.getTime() + days * dayMilliseconds;
  return moment > lastMoment ? undefined : new Date(moment);
};

/** What of a version decides the states of its consents. */
interface DecidingTerms {
  readonly validityDays: number;
  readonly askedAgainBy: { readonly publishedAt: string } | undefined;
}

/**
 * @param consent as it is stored. Where it was in force when it was erased, it was stored as revoked at that moment; nobody revoked it
 * (docs/contract.md, Erased consents)
 * @param version that was agreed to
 */
export const timesOf = (
  consent: { readonly given: Date; readonly revoked?: Date | undefined; readonly erased?: Date | undefined },
  { validityDays, askedAgainBy }: DecidingTerms,
): ConsentTimes => {
  const { given, erased } = consent;
  const revoked = consent.revoked?.getTime() === erased?.getTime() ? undefined : consent.revoked;
  const asked = askedAgainBy && new Date(askedAgainBy.publishedAt);
  return {
    ...{ given, revoked, erased },
    expires: validityDays === 0 ? undefined : addDays(given, validityDays),
    superseded: asked && (asked < given ? given : asked),
  };
};

/** A state with the moment since when it holds. */
export interface StateSince {
  readonly state: ConsentState;
  readonly since: Date;
}

const comes = (moment: Date | undefined, at: Date): moment is Date => moment !== undefined && moment <= at;

/**
 * The state at a moment; undefined before the consent was given. What a person or the operator did comes before what time did: a
 * consent that was revoked after it had expired is revoked.
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

/** When a consent ceases to be in force, whatever ends it first; undefined where nothing does. */
export const endOf = ({ revoked, expires, superseded, erased }: ConsentTimes): Date | undefined =>
  [revoked, expires, superseded, erased]
    .filter((moment) => moment !== undefined)
    .reduce<Date | undefined>((first, moment) => (first === undefined || moment < first ? moment : first), undefined);

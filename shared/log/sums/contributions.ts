import type { ConsentTimes } from '../../consents/state.ts';
import { findEnding, summedEnds, timesOf } from '../../consents/state.ts';
import type { LineageVersion } from '../../notices/lineage.ts';
import { lastWrittenMoment } from '../../time.ts';
import type { LogEvent } from '../log-event.ts';

/**
 * The figures of a day. A consent that ends because a later version asks again is not counted here, since the versions
 * show it.
 */
export type SummedFigure = 'given' | (typeof summedEnds)[number];

/**
 * The sums of all consents, and of those that were erased with everything, which the table also counts
 * (`erased-sums.ts`).
 */
export type Ledger = 'all' | 'removed';

/** What an event adds to a figure of a UTC day, `YYYY-MM-DD`. */
export interface Contribution {
  readonly ledger: Ledger;
  readonly day: string;
  readonly figure: SummedFigure;
  /** Below 0 if it takes back what an earlier event added: a revoked consent does not expire. */
  readonly amount: number;
}

export type ConsentFacetsOfEvent = NonNullable<LogEvent['facets']>;

/** The terms of a version that decide when a consent to it ends. */
export type DecidingVersion = Pick<LineageVersion, 'validityDays' | 'askedAgainBy'>;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The total contribution of a consent with these times, after all countable days: those of years with four digits. */
const tell = (ledger: Ledger, times: ConsentTimes, sign: 1 | -1): Contribution[] => {
  const given = { ledger, day: dayOf(times.given), figure: 'given' as const, amount: sign };
  const ending = findEnding(times);
  const figure = summedEnds.find((name) => name === ending?.state);
  if (ending === undefined || figure === undefined || ending.at.getTime() > lastWrittenMoment) return [given];
  return [given, { ledger, day: dayOf(ending.at), figure, amount: sign }];
};

const toDate = (moment: number | undefined): Date | undefined => (moment === undefined ? undefined : new Date(moment));

/** When a consent was revoked and erased, in milliseconds since the epoch. */
interface Ended {
  readonly revoked?: number | undefined;
  readonly erased?: number | undefined;
}

const toTimes = (given: number, { revoked, erased }: Ended, version: DecidingVersion): ConsentTimes =>
  timesOf({ given: new Date(given), revoked: toDate(revoked), erased: toDate(erased) }, version);

/**
 * The total contribution of an erased consent, over all its events.
 *
 * @param isRemoved whether it was erased with everything
 */
export const contributionsOfErased = (
  { given, isRemoved, ...ended }: Ended & { readonly given: number; readonly isRemoved: boolean },
  version: DecidingVersion,
): Contribution[] => {
  const times = toTimes(given, ended, version);
  return [...tell('all', times, 1), ...(isRemoved ? tell('removed', times, 1) : [])];
};

/** The times of a consent before and after an event. Before its first event, it has none. */
const timesAround = ({ kind, time, isFirst }: LogEvent, facets: ConsentFacetsOfEvent, version: DecidingVersion) => {
  const { given, revoked, erased } = facets;
  const tellTimes = (ended: Ended = {}): ConsentTimes => toTimes(given, ended, version);
  if (kind === 'revoked') return { before: tellTimes(), after: tellTimes({ revoked }) };
  if (kind === 'erased')
    return { before: isFirst ? undefined : tellTimes({ revoked }), after: tellTimes({ revoked, erased: time }) };
  if (kind === 'removed')
    return { before: tellTimes({ revoked, erased }), after: tellTimes({ revoked, erased: erased ?? time }) };
  return { before: undefined, after: tellTimes() };
};

/**
 * The contribution of one event. The contributions of all events add up to the total of the consent, in any order.
 *
 * @param version to which the person agreed
 */
export const contributionsOf = (
  event: LogEvent,
  facets: ConsentFacetsOfEvent,
  version: DecidingVersion,
): Contribution[] => {
  const { before, after } = timesAround(event, facets, version);
  return [
    ...(before === undefined ? [] : tell('all', before, -1)),
    ...tell('all', after, 1),
    ...(event.kind === 'removed' ? tell('removed', after, 1) : []),
  ];
};

import type { ConsentTimes } from '../consents/state.ts';
import { timesOf } from '../consents/state.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { findEnding } from '../reports/ending.ts';
import { lastWrittenMoment } from '../time.ts';
import type { LogEvent } from '../transparency/log-event.ts';

/** What days are counted of. A version that asks again ends consents at a moment that versions tell: that is not counted. */
const summedFigures = ['given', 'withdrawn', 'expired', 'erased'] as const;
export type SummedFigure = (typeof summedFigures)[number];

/** What all consents come to, or those alone that were erased with everything, which the table counts as well (`erased-sums.ts`). */
const ledgers = ['all', 'removed'] as const;
export type Ledger = (typeof ledgers)[number];

/** What an event adds to a figure of a day in UTC, which is `YYYY-MM-DD`. */
export interface Contribution {
  readonly ledger: Ledger;
  readonly day: string;
  readonly figure: SummedFigure;
  /** Below 0 where it takes back what an earlier event had added: a consent that is revoked does not expire. */
  readonly amount: number;
}

export type ConsentFacetsOfEvent = NonNullable<LogEvent['facets']>;

/** What of a version decides when a consent to it ends. */
export type DecidingVersion = Pick<LineageVersion, 'validityDays' | 'askedAgainBy'>;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** What a consent with these times comes to, once all days have passed that are counted: those of years with four digits. */
const tell = (ledger: Ledger, times: ConsentTimes, sign: 1 | -1): Contribution[] => {
  const given = { ledger, day: dayOf(times.given), figure: 'given' as const, amount: sign };
  const ending = findEnding(times);
  if (ending === undefined || ending.by === 'superseded' || ending.at.getTime() > lastWrittenMoment) return [given];
  return [given, { ledger, day: dayOf(ending.at), figure: ending.by, amount: sign }];
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
 * What a consent that was erased comes to, with all its events.
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

/** The times of a consent before an event, none where the event is its first, and after it. */
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
 * What an event of a consent adds. All that its events add is what the consent comes to, in whichever order they are counted.
 *
 * @param version that was agreed to
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

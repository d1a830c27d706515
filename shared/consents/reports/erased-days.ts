import type { ConsentTimes } from '../state.ts';
import { timesOf } from '../state.ts';
import type { LineageVersion } from '../../notices/lineage.ts';
import { dayMilliseconds } from '../../time.ts';
import { findEnding } from './ending.ts';

/** The days of a consent that left only a count, each as a moment. */
export interface ErasedDays {
  readonly given: Date;
  readonly revoked: Date | undefined;
  readonly erased: Date;
}

const beginOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / dayMilliseconds) * dayMilliseconds);

const after = (moment: Date): Date => new Date(moment.getTime() + 1);

/**
 * The beginning of the day, or a later moment if the consent would otherwise have expired before a version asked again,
 * although it had not.
 */
const placeGiven = ({ given, expires, superseded }: ConsentTimes): Date => {
  const day = beginOfDay(given);
  if (expires === undefined || superseded === undefined || superseded >= expires) return day;
  const tooEarly = superseded.getTime() - beginOfDay(expires).getTime();
  return tooEarly < 0 ? day : after(new Date(day.getTime() + tooEarly));
};

/**
 * The moments reveal no more than the days, and keep what a report says at the end of each day: what ended the consent,
 * on which day, and its state. They are the beginnings of the days. What came after the end of the consent on the same
 * day is right after that.
 */
export const toErasedDays = (times: ConsentTimes & { readonly erased: Date }, version: LineageVersion): ErasedDays => {
  const given = placeGiven(times);
  const by = findEnding(times)?.by;
  const revoked = times.revoked && beginOfDay(times.revoked);
  const erased = beginOfDay(times.erased);
  const ended = { withdrawn: { given, revoked }, erased: { given, erased }, expired: { given }, superseded: { given } };
  const end = by && findEnding(timesOf(ended[by], version))?.at;
  const place = (day: Date): Date => (end === undefined || day > end ? day : after(end));
  return {
    given,
    revoked: by === 'withdrawn' ? revoked : revoked && place(revoked),
    erased: by === 'erased' ? erased : place(erased),
  };
};

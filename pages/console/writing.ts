import { madeOnce } from '../i18n/format.ts';
import { newZonedTimes, readerZone, withUtc } from '../i18n/zoned-time.ts';

/** Formats of times, days and numbers. Times are those of the reader's clock, with UTC beside them. */
export interface Writing {
  /** @param time `YYYY-MM-DD HH:MM:SS` in UTC, as in a record, or ISO 8601 */
  readonly time: (time: string) => string;
  /** Without seconds and UTC, for lists: `time` says the rest. */
  readonly shortTime: (time: string) => string;
  readonly day: (time: string) => string;
  /** The time of day. @param at milliseconds since 1970 */
  readonly clock: (at: number) => string;
  /** As spreadsheets of every language read and sort it: `YYYY-MM-DD HH:MM:SS`. */
  readonly sheetTime: (time: string) => string;
  /** The name of a column of such times, with the zone. */
  readonly inZone: (name: string) => string;
  /** A day of UTC, as filters have it. @param day `YYYY-MM-DD` */
  readonly utcDay: (day: string) => string;
  /** @param month `YYYY-MM` */
  readonly month: (month: string) => string;
  readonly number: (count: number) => string;
  /** Such as `telephone and email`. */
  readonly all: (names: readonly string[]) => string;
  /** Such as `telephone or email`. */
  readonly any: (names: readonly string[]) => string;
  /** In seconds up to two minutes, then in minutes, rounded up. */
  readonly duration: (milliseconds: number) => string;
}

/** @param time as for `Writing.time` */
export const toDate = (time: string): Date => new Date(/[TZ]/.test(time) ? time : `${time.replace(' ', 'T')}Z`);

const [second, minute] = [1_000, 60_000];

/** The formats of a region. @param region a language with or without a region (BCP 47) @param zone the reader's (IANA) */
export const newRegionalWriting = (region: string, zone: string): Writing => {
  const zoned = newZonedTimes(region, 'medium', zone);
  const days = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortTimes = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const clock = new Intl.DateTimeFormat(region, { timeStyle: 'medium', timeZone: zone });
  const months = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const sheetTimes = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  const numbers = new Intl.NumberFormat(region);
  const conjunction = new Intl.ListFormat(region, { type: 'conjunction' });
  const disjunction = new Intl.ListFormat(region, { type: 'disjunction' });
  const [seconds, minutes] = ['second', 'minute'].map(
    (unit) => new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  return {
    time: (time) => withUtc(zoned.time(toDate(time))),
    shortTime: (time) => shortTimes.format(toDate(time)),
    clock: (at) => clock.format(at),
    day: (time) => zoned.day(toDate(time)),
    sheetTime: (time) => sheetTimes.format(toDate(time)),
    inZone: (name) => `${name} (${zone})`,
    utcDay: (day) => days.format(toDate(`${day}T00:00:00Z`)),
    month: (month) => months.format(toDate(`${month}-01T00:00:00Z`)),
    number: (count) => numbers.format(count),
    all: (names) => conjunction.format(names),
    any: (names) => disjunction.format(names),
    duration: (milliseconds) =>
      (milliseconds <= 2 * minute
        ? seconds?.format(Math.ceil(milliseconds / second))
        : minutes?.format(Math.ceil(milliseconds / minute))) ?? '',
  };
};

/** The formats of a region in the reader's zone. */
export const writingOf = madeOnce((region: string) => newRegionalWriting(region, readerZone));

/** Today by the reader's clock. */
export const localDay = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

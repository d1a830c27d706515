/** A browser has a reader with a time zone. A page that a command makes may be read anywhere, so its times are in UTC. */
export const readerZone: string =
  'document' in globalThis ? new Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';

/** A time in two zones. */
export interface ZonedTime {
  /** In the zone of the reader. */
  readonly own: string;
  /** In UTC, without the day if that is the same; undefined if the reader's clock shows UTC. */
  readonly utc: string | undefined;
}

const summerAndWinter = [new Date('2026-01-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];

/** Whether the clocks of a zone show UTC, summer and winter. */
export const isAlwaysUtc = (zone: string): boolean => {
  const [times, ofUtc] = [zone, 'UTC'].map(
    (timeZone) => new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }),
  );
  return summerAndWinter.every((date) => times?.format(date) === ofUtc?.format(date));
};

/** Formatters of the reader's zone and of UTC. */
type Pair = readonly [own: Intl.DateTimeFormat, utc: Intl.DateTimeFormat];

const isAlike = ([own, utc]: Pair, date: Date): boolean => own.format(date) === utc.format(date);

/** How a language writes times of a zone. @param zone such as `Europe/Rome` (IANA) */
export const newZonedTimes = (tag: string, dateStyle: 'medium' | 'long', zone: string) => {
  const pair = (options: Intl.DateTimeFormatOptions): Pair => [
    new Intl.DateTimeFormat(tag, { ...options, timeZone: zone }),
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }),
  ];
  let made: Readonly<Record<'times' | 'days' | 'clocks', Pair>> | undefined;
  /** Made when the first time is written: formatters are slow to make. */
  const formatters = () => {
    made ??= {
      times: pair({ dateStyle, timeStyle: 'medium' }),
      days: pair({ dateStyle }),
      clocks: pair({ timeStyle: 'medium' }),
    };
    return made;
  };
  const time = (date: Date): ZonedTime => {
    const { times, days, clocks } = formatters();
    const own = times[0].format(date);
    if (isAlike(times, date)) return { own, utc: undefined };
    return { own, utc: (isAlike(days, date) ? clocks : times)[1].format(date) };
  };
  /** Without the day, unless it is another one in UTC. */
  const clock = (date: Date): ZonedTime => {
    const { days, clocks } = formatters();
    return isAlike(days, date) ? { ...time(date), own: clocks[0].format(date) } : time(date);
  };
  return { time, clock, day: (date: Date): string => formatters().days[0].format(date) };
};

/** The time with UTC beside it, if that is another. */
export const besideUtc = ({ own, utc }: ZonedTime): string => (utc === undefined ? own : `${own} (${utc}\u00a0UTC)`);

/** The same where the page does not say that its times are UTC. */
export const withUtc = (time: ZonedTime): string => (time.utc === undefined ? `${time.own} UTC` : besideUtc(time));

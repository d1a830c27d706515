import { dayMilliseconds } from '../time.ts';
import type { Span } from './state-statement.ts';

const lasting =
  (milliseconds: number) =>
  (start: Date): Date =>
    new Date(start.getTime() + milliseconds);

const lastingMonth = (start: Date): Date => new Date(new Date(start).setUTCMonth(start.getUTCMonth() + 1));

/** How a time may be written, from a month to a millisecond: the rest of the text, and when it is over. */
const units: readonly (readonly [pattern: RegExp, rest: string, toEnd: (start: Date) => Date])[] = [
  [/^\d{4}-\d\d$/, '-01T00:00:00.000', lastingMonth],
  [/^\d{4}-\d\d-\d\d$/, 'T00:00:00.000', lasting(dayMilliseconds)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, ':00.000', lasting(60_000)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '.000', lasting(1_000)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, '', lasting(1)],
];

/** What every text looks like that names a time. Which day and hour there is, the reading decides. */
export const timePattern =
  /^\s*\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?)?)?Z?\s*$/;

/** What is said of a text that names no time. */
export const timeRule = 'It must be a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30.';

/** The month, day, minute, second or millisecond in UTC that a text names; undefined where it names none, or there is no such day or hour. */
export const readTimeSpan = (text: string): Span | undefined => {
  const moment = text.trim().replace(' ', 'T').replace(/Z$/, '');
  const unit = units.find(([pattern]) => pattern.test(moment));
  if (unit === undefined) return undefined;
  const [, rest, toEnd] = unit;
  const start = new Date(`${moment}${rest}Z`);
  const isThere = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(moment);
  return isThere ? { start, end: toEnd(start) } : undefined;
};

import { InvalidArgumentError } from '@commander-js/extra-typings';
import { dayMilliseconds } from '../../../shared/time.ts';

/** A month, day, minute, second or millisecond in UTC, from its start to before its end. */
export interface TimeSpan {
  readonly start: Date;
  readonly end: Date;
}

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

/** What the text of an option names. @throws InvalidArgumentError when it is no such text, or there is no such day or hour */
export const toTimeSpan = (text: string): TimeSpan => {
  const moment = text.trim().replace(' ', 'T').replace(/Z$/, '');
  for (const [pattern, rest, toEnd] of units) {
    if (!pattern.test(moment)) continue;
    const start = new Date(`${moment}${rest}Z`);
    if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(moment)) break;
    return { start, end: toEnd(start) };
  }
  throw new InvalidArgumentError(
    'It must be a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30.',
  );
};

import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A day, minute, second or millisecond in UTC, from its start to before its end. */
export interface TimeSpan {
  readonly start: Date;
  readonly end: Date;
}

/** How a time may be written, from a day to a millisecond: the rest of the text, and how long it lasts. */
const units: readonly (readonly [pattern: RegExp, rest: string, milliseconds: number])[] = [
  [/^\d{4}-\d\d-\d\d$/, 'T00:00:00.000', 86_400_000],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, ':00.000', 60_000],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '.000', 1_000],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, '', 1],
];

/** What the text of an option names. @throws InvalidArgumentError when it is no such text, or there is no such day or hour */
export const toTimeSpan = (text: string): TimeSpan => {
  const moment = text.trim().replace(' ', 'T').replace(/Z$/, '');
  for (const [pattern, rest, milliseconds] of units) {
    if (!pattern.test(moment)) continue;
    const start = new Date(`${moment}${rest}Z`);
    if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(moment)) break;
    return { start, end: new Date(start.getTime() + milliseconds) };
  }
  throw new InvalidArgumentError('It must be a day or a time in UTC, such as 2026-11-22 or 2026-11-22T14:30.');
};

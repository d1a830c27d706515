import * as v from 'valibot';
import { dayMilliseconds } from '../runtime/time.ts';
import { ruleMessage } from './scalar.ts';

/** A requested time, from its start up to but not including its end: a day, a minute or a moment. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

const lasting =
  (milliseconds: number) =>
  (start: Date): Date =>
    new Date(start.getTime() + milliseconds);

const lastingMonth = (start: Date): Date => new Date(new Date(start).setUTCMonth(start.getUTCMonth() + 1));

/** The possible forms of a time, from a month to a millisecond: the rest of the text, and when the time ends. */
const units: readonly (readonly [pattern: RegExp, rest: string, toEnd: (start: Date) => Date])[] = [
  [/^\d{4}-\d\d$/, '-01T00:00:00.000', lastingMonth],
  [/^\d{4}-\d\d-\d\d$/, 'T00:00:00.000', lasting(dayMilliseconds)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, ':00.000', lasting(60_000)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '.000', lasting(1_000)],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, '', lasting(1)],
];

/** The form of every text that names a time. Reading decides which days and hours exist. */
export const timePattern =
  /^\s*\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?)?)?Z?\s*$/;

/** The message for a text that does not name a time. */
export const timeRule = 'It must be a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30.';

/** The month, day, minute, second or millisecond in UTC that a text names. Undefined if it names none that exists. */
export const readTimeSpan = (text: string): Span | undefined => {
  const moment = text.trim().replace(' ', 'T').replace(/Z$/, '');
  const unit = units.find(([pattern]) => pattern.test(moment));
  if (unit === undefined) return undefined;
  const [, rest, toEnd] = unit;
  const start = new Date(`${moment}${rest}Z`);
  const isThere = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(moment);
  return isThere ? { start, end: toEnd(start) } : undefined;
};

const notTime = ruleMessage('malformed', timeRule);

/** A month, a day or a time in UTC in a request. */
export const Moment = v.pipe(
  v.string(notTime),
  v.regex(timePattern, notTime),
  v.rawTransform<string, Span>(({ dataset, addIssue, NEVER }) => {
    const span = readTimeSpan(dataset.value);
    if (span !== undefined) return span;
    addIssue({ message: notTime });
    return NEVER;
  }),
);

/** Milliseconds of a day of 24 hours. */
export const dayMilliseconds = 86_400_000;

/** The last moment whose year is written with four digits. */
export const lastWrittenMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a text is a moment as `Date.toISOString` writes it. */
export const isMoment = (text: string): boolean => {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
};

/** From a moment on and before another one. Default: without limits. */
export interface Period {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, the form of all times of the consent register (docs/api.md, Times). */
export const formatTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

/** ISO 8601 in UTC with microseconds, the form of a user's timestamps (docs/api.md, Times). */
export const formatTimestamp = (time: Date): string => time.toISOString().replace('Z', '000Z');

/** Whole seconds since the epoch, the unit of DynamoDB's TTL and of JWT claims. */
export const epochSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The day of a moment (UTC), as `YYYY-MM-DD`. */
export const dayOf = (moment: Date | number | string): string => new Date(moment).toISOString().slice(0, 10);

/** The form of a day; the calendar decides which days exist. */
export const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether a text is a day that there is, such as `2026-11-20`. */
export const isDay = (text: string): boolean => {
  const start = new Date(`${text}T00:00:00.000Z`);
  return dayPattern.test(text) && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
};

/** A month in UTC as a number: the next month is one more. */
export type Month = number;

export const monthOf = (moment: Date): Month => moment.getUTCFullYear() * 12 + moment.getUTCMonth();

/** `YYYY-MM`. */
export const formatMonth = (month: Month): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Both ends included. Empty if the last is before the first. */
export const monthsBetween = (first: Month, last: Month): Month[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

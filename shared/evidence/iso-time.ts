import * as v from 'valibot';

const isMoment = (text: string): boolean => {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
};

/** A moment in UTC with milliseconds, in the form of `Date.toISOString`. */
export const isoTime = v.pipe(
  v.string(),
  v.regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment, 'There is no such moment.'),
  v.description('UTC, as `YYYY-MM-DDTHH:MM:SS.mmmZ`.'),
);

export const timeIfAny = v.nullable(isoTime);

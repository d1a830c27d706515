/** A month in UTC as a number: the next month is one more. */
export type Month = number;

export const monthOf = (moment: Date): Month => moment.getUTCFullYear() * 12 + moment.getUTCMonth();

/** `YYYY-MM`. */
export const formatMonth = (month: Month): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Both ends included. Empty if the last is before the first. */
export const monthsBetween = (first: Month, last: Month): Month[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

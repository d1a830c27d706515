/** What a time that is asked about may be, as the page lets it be chosen. */
export const timeKinds = ['day', 'month', 'time'] as const;
export type TimeKind = (typeof timeKinds)[number];

/** A time as fields of a browser hold it: without the mark of UTC, in which all of them are. */
export const toFieldValue = (text: string): string => text.trim().replace(' ', 'T').replace(/Z$/, '');

/** What a time is. @param value a month, a day or a time; a day where it is none */
export const kindOf = (value: string): TimeKind => {
  if (value.includes('T')) return 'time';
  return /^\d{4}-\d\d$/.test(value) ? 'month' : 'day';
};

/** A time as another kind has it: the month of a day, the first day of a month, the beginning of a day. */
export const toKind = (value: string, kind: TimeKind): string => {
  if (value === '' || kindOf(value) === kind) return value;
  if (kind === 'month') return value.slice(0, 7);
  const day = `${value}-01`.slice(0, 10);
  return kind === 'day' ? day : `${day}T00:00`;
};

/** Seconds between two times that a field may hold: as fine as the one that it has. */
export const stepOf = (value: string): number => {
  if (/:\d\d\.\d+$/.test(value)) return 0.001;
  return /:\d\d:\d\d$/.test(value) ? 1 : 60;
};

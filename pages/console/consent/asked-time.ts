/** The kinds of time that the reader can choose. */
export const timeKinds = ['day', 'month', 'time'] as const;
export type TimeKind = (typeof timeKinds)[number];

/** A time as a browser field holds it: without the mark of UTC. All times are in UTC. */
export const toFieldValue = (text: string): string => text.trim().replace(' ', 'T').replace(/Z$/, '');

/** The kind of a time. @param value a month, a day or a time; anything else counts as a day */
export const kindOf = (value: string): TimeKind => {
  if (value.includes('T')) return 'time';
  return /^\d{4}-\d\d$/.test(value) ? 'month' : 'day';
};

/** Converts a time to another kind: a day to its month, a month to its first day, a day to its beginning. */
export const toKind = (value: string, kind: TimeKind): string => {
  if (value === '' || kindOf(value) === kind) return value;
  if (kind === 'month') return value.slice(0, 7);
  const day = `${value}-01`.slice(0, 10);
  return kind === 'day' ? day : `${day}T00:00`;
};

/** The step of the field in seconds: as fine as its value. */
export const stepOf = (value: string): number => {
  if (/:\d\d\.\d+$/.test(value)) return 0.001;
  return /:\d\d:\d\d$/.test(value) ? 1 : 60;
};

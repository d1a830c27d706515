import { dayOf, isDay } from '../../../shared/runtime/time.ts';

/** When consents were given: from a month, a day or a time in UTC to the end of another. */
export interface Period {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Ways to give a period. */
export const periodChoices = [
  'any',
  'today',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'day',
  'month',
  'span',
] as const;
export type PeriodChoice = (typeof periodChoices)[number];

export const isPeriodChoice = (text: string): text is PeriodChoice => periodChoices.some((choice) => choice === text);

const monthPattern = /^\d{4}-\d\d$/;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** A month of the year of `now`, or of a neighbouring year. @param month counted from January, which is 0 */
const monthOf = (now: Date, month: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString().slice(0, 7);

/** Three months of the calendar. @param ago how many quarters before that of `now` */
const quarterOf = (now: Date, ago: number): Period => {
  const first = Math.floor(now.getUTCMonth() / 3) * 3 - ago * 3;
  return { from: monthOf(now, first), until: monthOf(now, first + 2) };
};

/** The period of a choice; for a day, a month or a span, its initial value. */
export const periodOf = (choice: PeriodChoice, now: Date): Period => {
  const today = dayOf(now);
  const [thisMonth, lastMonth, year] = [today.slice(0, 7), monthOf(now, now.getUTCMonth() - 1), today.slice(0, 4)];
  const periods: Readonly<Record<PeriodChoice, Period>> = {
    any: {},
    today: { from: today, until: today },
    thisMonth: { from: thisMonth, until: thisMonth },
    lastMonth: { from: lastMonth, until: lastMonth },
    thisQuarter: quarterOf(now, 0),
    lastQuarter: quarterOf(now, 1),
    thisYear: { from: `${year}-01`, until: `${year}-12` },
    day: { from: today, until: today },
    month: { from: thisMonth, until: thisMonth },
    span: { from: `${year}-01-01`, until: today },
  };
  return periods[choice];
};

const lastDayOf = (month: string): string => {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return dayOf(next);
};

export const isMonth = (text: string): boolean => monthPattern.test(text) && isDay(`${text}-01`);

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.until === other.until;

/** The kind of a period in an address. */
export const choiceOf = (period: Period, now: Date): PeriodChoice => {
  const named = (['any', 'today', 'thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear'] as const).find(
    (choice) => isSame(periodOf(choice, now), period),
  );
  if (named) return named;
  const { from = '', until } = period;
  if (from !== until) return 'span';
  if (isDay(from)) return 'day';
  return isMonth(from) ? 'month' : 'span';
};

/** A field for an end of a period. */
export type EndField = { readonly value: string } & (
  | { readonly type: 'date' | 'month' | 'datetime-local' }
  | { readonly type: 'text' }
);

/** An end of a span for a field: a month becomes its first or last day; anything that is not a time stays unchanged. */
export const toField = (text: string, end: 'from' | 'until'): EndField => {
  if (text === '' || isDay(text)) return { type: 'date', value: text };
  if (isMonth(text)) return { type: 'date', value: end === 'from' ? `${text}-01` : lastDayOf(text) };
  return { type: timePattern.test(text) ? 'datetime-local' : 'text', value: text };
};

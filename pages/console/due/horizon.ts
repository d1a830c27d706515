import type { AnswerOf } from '../../../client/typescript/index.ts';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';

export type DueConsent = AnswerOf<'listDueConsents'>['data'][number];

/** Days to choose from, and those that the service takes by default. */
const [daysToChoose, usualDays] = [[1, 7, 30, 60, 90, 180, 365], 30];

/** The end of a month in the reader's zone. @param month `YYYY-MM` */
export const endOfMonth = (month: string): Date => new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 1);

const monthAfter = (now: Date, months: number): string => {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  return `${String(first.getFullYear()).padStart(4, '0')}-${String(first.getMonth() + 1).padStart(2, '0')}`;
};

/** Whole days that reach the end of a month. A part of a day counts whole, so that the last day is in them. */
export const daysToEnd = (month: string, now: Date): number =>
  Math.max(1, Math.ceil((endOfMonth(month).getTime() - now.getTime()) / dayMilliseconds));

/** Until when a consent may expire: within so many days, or by the end of a month. */
export interface Horizon {
  readonly days?: number | undefined;
  readonly month?: string | undefined;
}

/** This month and the next one by the reader's clock. */
export const nextMonths = (now: Date): readonly string[] => [monthAfter(now, 0), monthAfter(now, 1)];

/** What a reader may choose, the nearest first, and what an address asks for besides. */
export const offerHorizons = ({ days, month }: Horizon, now: Date): readonly string[] => {
  const months = [...new Set([...nextMonths(now), ...(month === undefined ? [] : [month])])];
  const all: readonly (readonly [string, number])[] = [
    ...[...new Set([...daysToChoose, ...(days === undefined ? [] : [days])])].map(
      (each) => [String(each), each] as const,
    ),
    ...months.map((each) => [each, daysToEnd(each, now)] as const),
  ];
  return all.toSorted(([, one], [, other]) => one - other).map(([name]) => name);
};

/** The chosen one among them. */
export const nameHorizon = ({ days = usualDays, month }: Horizon): string => month ?? String(days);

export const readHorizon = (chosen: string): Horizon =>
  chosen.includes('-') ? { days: undefined, month: chosen } : { days: Number(chosen), month: undefined };

/** Without what expires after the end of the month: the service counts whole days from now. */
export const withoutLater = (rows: readonly DueConsent[], { month }: Horizon): readonly DueConsent[] => {
  if (month === undefined) return rows;
  const end = endOfMonth(month);
  return rows.flatMap((row) => {
    const reasons = row.reasons.filter(({ reason, since }) => reason !== 'expires' || new Date(since) < end);
    return reasons.length === 0 ? [] : [{ ...row, reasons }];
  });
};

import { nice, ticks } from 'd3-array';

/** An axis of counts: its highest value, and the whole numbers on it. */
export interface CountAxis {
  readonly top: number;
  readonly marks: readonly number[];
}

/** @param most the highest count; the axis goes to at least 1 */
export const toCountAxis = (most: number, marks = 4): CountAxis => {
  const [, top = 1] = nice(0, Math.max(1, most), marks);
  return { top, marks: ticks(0, top, marks).filter(Number.isInteger) };
};

/** A mark on an axis of months: the index of the month, and its label. */
interface MonthMark {
  readonly place: number;
  readonly label: string;
}

const steps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200];

const toNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/** Evenly spaced months to label; years if there are many. @param months consecutive, as `YYYY-MM` */
export const toMonthMarks = (months: readonly string[], room: number): MonthMark[] => {
  const step = steps.find((each) => Math.ceil(months.length / each) <= room) ?? 1_200;
  return months.flatMap((month, place) => {
    if (toNumber(month) % step !== 0) return [];
    return [{ place, label: step < 12 ? month : month.slice(0, 4) }];
  });
};

import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Lettering } from './frame.ts';
import { Axes, addHeadroom, drawPicture, toCountAxis, toFrame } from './frame.ts';

/** A count of a month (`YYYY-MM`). */
export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

/** Left of this, the number of a point is to its right, so that it is not cut off. */
const middle = 0.5;

type Point = readonly [x: number, y: number];

/** Straight lines through points. Three decimals are finer than any screen. */
const through = (points: readonly Point[]): string =>
  points.map((point) => point.map((value) => Math.round(value * 1_000) / 1_000).join()).join('L');

/** A line through points. One point alone is closed, so that its end is drawn. */
export const toLine = (points: readonly Point[]): string => `M${through(points)}${points.length === 1 ? 'Z' : ''}`;

/** The area between a line and a level. */
export const toArea = (points: readonly Point[], level: number): string =>
  `M${through([...points, ...points.map(([x]): Point => [x, level]).reverse()])}Z`;

/** A line by month, with the last count in figures. @param counts consecutive months, at least one */
export const drawLineChart = (
  counts: readonly MonthCount[],
  alternative: string,
  width: number,
  lettering: Lettering,
): VNode => {
  const most = Math.max(...counts.map(({ count }) => count));
  const axis = addHeadroom(toCountAxis(most), most);
  const frame = toFrame({ width, height: 240 }, counts.length, 0, axis.top);
  const points = counts.map(({ count }, place): Point => [frame.x(place), frame.y(count)]);
  const last = { place: counts.length - 1, count: counts.at(-1)?.count ?? 0 };
  const anchor = frame.x(last.place) > width * middle ? 'end' : 'start';
  return drawPicture(
    frame,
    alternative,
    h(
      Fragment,
      null,
      h(Axes, { frame, months: counts.map(({ month }) => month), marks: axis.marks, lettering }),
      h('path', { class: 'area', d: toArea(points, frame.y(0)) }),
      h('path', { class: 'line', d: toLine(points) }),
      h('circle', { class: 'first', cx: frame.x(last.place), cy: frame.y(last.count), r: '3.5' }),
      h(
        'text',
        { x: frame.x(last.place), y: frame.y(last.count) - 9, 'text-anchor': anchor, 'font-weight': 'bold' },
        lettering.count(last.count),
      ),
    ),
  );
};

/** Two counts of a month (`YYYY-MM`). */
export interface MonthPair {
  readonly month: string;
  readonly up: number;
  readonly down: number;
}

/** The least height of a bar above 0, in pixels, so that 1 next to a million is visible. */
const leastHeight = 1.5;

/** Bars by month, up and down from the same line. @param pairs consecutive months, at least one */
export const drawMonthBars = (
  pairs: readonly MonthPair[],
  alternative: string,
  width: number,
  lettering: Lettering,
): VNode => {
  const [up, down] = [Math.max(...pairs.map((pair) => pair.up)), Math.max(...pairs.map((pair) => pair.down))];
  const axis = toCountAxis(Math.max(up, down), up === 0 || down === 0 ? 4 : 3);
  const reach = (most: number): number => axis.marks.find((mark) => mark >= most) ?? axis.top;
  const [high, low] = up === 0 && down === 0 ? [axis.top, 0] : [reach(up), -reach(down)];
  const marks = [...axis.marks.filter((mark) => mark > 0).map((mark) => -mark), ...axis.marks];
  const shown = marks.filter((mark) => mark >= low && mark <= high);
  const frame = toFrame({ width, height: 260 }, pairs.length, low, high);
  const bar = (kind: string, place: number, count: number) => {
    if (count === 0) return undefined;
    const height = Math.max(leastHeight, Math.abs(frame.y(count) - frame.y(0)));
    const thickness = Math.min(40, frame.band * 0.7);
    const top = count > 0 ? frame.y(0) - height : frame.y(0);
    return h('rect', { class: kind, x: frame.x(place) - thickness / 2, y: top, width: thickness, height });
  };
  return drawPicture(
    frame,
    alternative,
    h(
      Fragment,
      null,
      h(Axes, { frame, months: pairs.map(({ month }) => month), marks: shown, lettering }),
      pairs.map((pair, place) => [bar('first', place, pair.up), bar('second', place, -pair.down)]),
    ),
  );
};

/** A part of a whole. */
interface Share {
  readonly label: string;
  readonly count: number;
}

const shareHeight = 26;
const labelWidth = 84;
const figureWidth = 130;

/** Such as 33.3%; less than 0.1% is written as such. */
export const formatShare = (count: number, whole: number, { percent: format }: Pick<Lettering, 'percent'>): string => {
  const percent = whole === 0 ? 0 : (100 * count) / whole;
  if (percent > 0 && percent < 0.1) return `<${format(0.1)}`;
  return percent > 99.9 && percent < 100 ? `>${format(99.9)}` : format(percent);
};

/** A bar for each part, in figures and per cent. Labels have room for about twelve characters. */
export const drawShareBars = (
  shares: readonly Share[],
  alternative: string,
  width: number,
  lettering: Lettering,
): VNode => {
  const whole = shares.reduce((sum, { count }) => sum + count, 0);
  const room = width - labelWidth - figureWidth;
  const lengthOf = (count: number): number => (count === 0 ? 0 : Math.max(1.5, (room * count) / whole));
  return drawPicture(
    { width, height: Math.max(1, shares.length) * shareHeight },
    alternative,
    shares.map(({ label, count }, i) =>
      h(
        'g',
        { transform: `translate(0 ${i * shareHeight})` },
        h('text', { x: '0', y: shareHeight / 2, dy: '0.35em' }, label),
        h('rect', { class: 'track', x: labelWidth, y: '5', width: room, height: shareHeight - 10 }),
        h('rect', { class: 'first', x: labelWidth, y: '5', width: lengthOf(count), height: shareHeight - 10 }),
        h(
          'text',
          { x: width, y: shareHeight / 2, dy: '0.35em', 'text-anchor': 'end' },
          `${lettering.count(count)} (${formatShare(count, whole, lettering)})`,
        ),
      ),
    ),
  );
};

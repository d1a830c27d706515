import type { ComponentChildren, VNode } from 'preact';
import { Fragment, h } from 'preact';

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

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The area of a chart by month: months from left to right, counts upwards. */
export interface Frame extends Size {
  readonly band: number;
  readonly x: (place: number) => number;
  readonly y: (count: number) => number;
}

const edges = { left: 48, right: 8, top: 24, bottom: 28 };

/** @param low the lowest count, which is below 0 if bars go both ways */
export const toFrame = ({ width, height }: Size, months: number, low: number, high: number): Frame => {
  const band = (width - edges.left - edges.right) / Math.max(1, months);
  const room = height - edges.top - edges.bottom;
  return {
    width,
    height,
    band,
    x: (place) => edges.left + (place + 0.5) * band,
    y: (count) => edges.top + room * ((high - count) / (high - low)),
  };
};

/** Lines and labels of the axes. Counts below 0 are written without the sign. */
export const Axes = ({
  frame,
  months,
  marks,
  lettering: { unit, compact, month },
}: {
  readonly frame: Frame;
  readonly months: readonly string[];
  readonly marks: CountAxis['marks'];
  readonly lettering: Lettering;
}): VNode =>
  h(
    'g',
    null,
    marks.map((mark) =>
      h(
        Fragment,
        null,
        h('line', {
          class: mark === 0 ? 'base' : 'grid',
          x1: edges.left,
          x2: frame.width - edges.right,
          y1: frame.y(mark),
          y2: frame.y(mark),
        }),
        h('text', { x: edges.left - 6, y: frame.y(mark), dy: '0.35em', 'text-anchor': 'end' }, compact(Math.abs(mark))),
      ),
    ),
    toMonthMarks(months, Math.floor(frame.width / 75), month).map(({ place, label }) =>
      h(
        Fragment,
        null,
        h('line', {
          class: 'base',
          x1: frame.x(place),
          x2: frame.x(place),
          y1: frame.height - edges.bottom,
          y2: frame.height - edges.bottom + 5,
        }),
        h('text', { x: frame.x(place), y: frame.height - 8, 'text-anchor': anchorOf(frame, place) }, label),
      ),
    ),
    h('text', { x: '0', y: '11' }, unit),
  );

/** Centred labels at the right end would be cut off. */
const anchorOf = (frame: Frame, place: number): string => (frame.x(place) > frame.width - 28 ? 'end' : 'middle');

/** An axis of counts: its highest value, and the whole numbers on it. */
interface CountAxis {
  readonly top: number;
  readonly marks: readonly number[];
}

/** What divides a length, and from what part of it on: halfway between two of them, by their proportion. */
const factors = [
  [10, Math.sqrt(50)],
  [5, Math.sqrt(10)],
  [2, Math.SQRT2],
] as const;

/** The whole number, 1, 2 or 5 times a power of ten, that divides a length into about so many parts. */
const stepOf = (length: number, parts: number): number => {
  const power = 10 ** Math.floor(Math.log10(length / parts));
  const rest = length / parts / power;
  const [factor] = factors.find(([, least]) => rest >= least) ?? [1];
  return Math.max(1, Math.round(factor * power));
};

/** @param most the highest count, a whole number; the axis goes to at least 1 */
export const toCountAxis = (most: number, marks = 4): CountAxis => {
  let top = Math.max(1, most);
  let step = 0;
  for (let next = stepOf(top, marks); next !== step; next = stepOf(top, marks)) {
    step = next;
    top = Math.ceil(top / step) * step;
  }
  return { top, marks: Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step) };
};

/** The same axis with a mark more where a line would touch its upper edge. @param most the highest count */
export const addHeadroom = ({ top, marks }: CountAxis, most: number): CountAxis => {
  const [, step = 1] = marks;
  return most < top * 0.95 ? { top, marks } : { top: top + step, marks: [...marks, top + step] };
};

/** A mark on an axis of months: the index of the month, and its label. */
interface MonthMark {
  readonly place: number;
  readonly label: string;
}

const steps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200];

const toNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/** Evenly spaced months to label; years if there are many. @param months consecutive, as `YYYY-MM` @param name of a month */
export const toMonthMarks = (
  months: readonly string[],
  room: number,
  name: (month: string) => string = (month) => month,
): MonthMark[] => {
  const step = steps.find((each) => Math.ceil(months.length / each) <= room) ?? 1_200;
  return months.flatMap((month, place) => {
    if (toNumber(month) % step !== 0) return [];
    return [{ place, label: step < 12 ? name(month) : month.slice(0, 4) }];
  });
};

/** A picture with a description for people who do not see it. @param alternative the description */
export const drawPicture = ({ width, height }: Size, alternative: string, children: ComponentChildren): VNode =>
  h(
    'svg',
    { class: 'chart', role: 'img', 'aria-label': alternative, viewBox: `0 0 ${width} ${height}`, width, height },
    children,
  );

/** Widths for a screen or paper, and for a telephone. Letters have the same size in both. */
const widths = { wide: 860, narrow: 340 };

/** Draws twice; style sheets show one of the two. @param draw receives the width */
export const drawForAnyScreen = (draw: (width: number) => VNode): VNode =>
  h(Fragment, null, h('div', { class: 'wide' }, draw(widths.wide)), h('div', { class: 'narrow' }, draw(widths.narrow)));

/** Colours that colour-blind people and black-and-white printers can tell apart (Okabe and Ito). */
export const chartStyle = `
:root { --first: #0072b2; --second: #d55e00; }
.chart { display: block; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.chart text { fill: CanvasText; }
.chart .grid { stroke: CanvasText; stroke-opacity: 0.15; }
.chart .base { stroke: CanvasText; stroke-opacity: 0.6; }
.chart .line { fill: none; stroke: var(--first); stroke-width: 2; stroke-linejoin: round; }
.chart .area { fill: var(--first); fill-opacity: 0.15; }
.chart .first { fill: var(--first); }
.chart .second { fill: var(--second); }
.chart .track { fill: CanvasText; fill-opacity: 0.08; }
.narrow { display: none; }
@media screen and (max-width: 48rem) { .wide { display: none; } .narrow { display: block; } }
@media (prefers-color-scheme: dark) { :root { --first: #56b4e9; --second: #e69f00; } }
@media print { :root { color-scheme: light; --first: #0072b2; --second: #d55e00; } .chart { print-color-adjust: exact; } }`;

/** How a chart writes its counts. */
export interface Lettering {
  /** What is counted, such as `consents`. */
  readonly unit: string;
  readonly count: (count: number) => string;
  /** Short, such as 1.5M. */
  readonly compact: (count: number) => string;
  /** @param month `YYYY-MM` @returns such as `Nov 2025` */
  readonly month: (month: string) => string;
  /** Per cent, such as 33.3%. */
  readonly percent: (percent: number) => string;
}

/** @param region a language with or without a region (BCP 47) */
export const letteringOf = (region: string, unit: string): Lettering => {
  const months = new Intl.DateTimeFormat(region, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const [whole, compact, percents] = [
    new Intl.NumberFormat(region),
    new Intl.NumberFormat(region, { notation: 'compact', maximumFractionDigits: 1 }),
    new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 }),
  ];
  return {
    unit,
    count: (count) => whole.format(count),
    compact: (count) => compact.format(count),
    month: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
    percent: (percent) => percents.format(percent / 100),
  };
};

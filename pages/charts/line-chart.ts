import { area, line } from 'd3-shape';
import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import { toCountAxis } from './axis.ts';
import { drawPicture } from './drawing.ts';
import { drawAxes, toFrame } from './frame.ts';
import type { Lettering } from './lettering.ts';

/** A count of a month (`YYYY-MM`). */
export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

/** Left of this, the number of a point is to its right, so that it is not cut off. */
const middle = 0.5;

/** A line by month, with the last count in figures. @param counts consecutive months, at least one */
export const drawLineChart = (
  counts: readonly MonthCount[],
  alternative: string,
  width: number,
  lettering: Lettering,
): VNode => {
  const axis = toCountAxis(Math.max(...counts.map(({ count }) => count)));
  const frame = toFrame({ width, height: 240 }, counts.length, 0, axis.top);
  const x = (_: MonthCount, place: number): number => frame.x(place);
  const y = ({ count }: MonthCount): number => frame.y(count);
  const last = { place: counts.length - 1, count: counts.at(-1)?.count ?? 0 };
  const anchor = frame.x(last.place) > width * middle ? 'end' : 'start';
  return drawPicture(
    frame,
    alternative,
    h(
      Fragment,
      null,
      drawAxes(
        frame,
        counts.map(({ month }) => month),
        axis.marks,
        lettering,
      ),
      h('path', { class: 'area', d: area<MonthCount>().x(x).y0(frame.y(0)).y1(y)([...counts]) }),
      h('path', { class: 'line', d: line<MonthCount>().x(x).y(y)([...counts]) }),
      h('circle', { class: 'first', cx: frame.x(last.place), cy: frame.y(last.count), r: '3.5' }),
      h(
        'text',
        { x: frame.x(last.place), y: frame.y(last.count) - 9, 'text-anchor': anchor, 'font-weight': 'bold' },
        lettering.count(last.count),
      ),
    ),
  );
};

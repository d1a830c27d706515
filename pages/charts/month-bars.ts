import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import { toCountAxis } from './axis.ts';
import { drawPicture } from './drawing.ts';
import { drawAxes, toFrame } from './frame.ts';
import type { Lettering } from './lettering.ts';

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
      drawAxes(
        frame,
        pairs.map(({ month }) => month),
        shown,
        lettering,
      ),
      pairs.map((pair, place) => [bar('first', place, pair.up), bar('second', place, -pair.down)]),
    ),
  );
};

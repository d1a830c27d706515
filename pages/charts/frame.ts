import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { CountAxis } from './axis.ts';
import { toMonthMarks } from './axis.ts';
import type { Lettering } from './lettering.ts';

/** Pixels. */
export interface Size {
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
    ...{ width, height, band },
    x: (place) => edges.left + (place + 0.5) * band,
    y: (count) => edges.top + room * ((high - count) / (high - low)),
  };
};

/** Lines and labels of the axes. Counts below 0 are written without the sign. */
export const drawAxes = (
  frame: Frame,
  months: readonly string[],
  marks: CountAxis['marks'],
  { unit, compact }: Lettering,
): VNode =>
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
    toMonthMarks(months, Math.floor(frame.width / 75)).map(({ place, label }) =>
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

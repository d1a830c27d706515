import type { VNode } from 'preact';
import { h } from 'preact';
import { drawPicture } from './drawing.ts';
import type { Lettering } from './lettering.ts';

/** A part of a whole. */
export interface Share {
  readonly label: string;
  readonly count: number;
}

const rowHeight = 26;
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
    { width, height: Math.max(1, shares.length) * rowHeight },
    alternative,
    shares.map(({ label, count }, i) =>
      h(
        'g',
        { transform: `translate(0 ${i * rowHeight})` },
        h('text', { x: '0', y: rowHeight / 2, dy: '0.35em' }, label),
        h('rect', { class: 'track', x: labelWidth, y: '5', width: room, height: rowHeight - 10 }),
        h('rect', { class: 'first', x: labelWidth, y: '5', width: lengthOf(count), height: rowHeight - 10 }),
        h(
          'text',
          { x: width, y: rowHeight / 2, dy: '0.35em', 'text-anchor': 'end' },
          `${lettering.count(count)} (${formatShare(count, whole, lettering)})`,
        ),
      ),
    ),
  );
};

import type { VNode } from 'preact';
import { h } from 'preact';
import { drawPicture } from './drawing.ts';
import type { Lettering } from './lettering.ts';
import type { Share } from './share-bars.ts';
import { formatShare } from './share-bars.ts';

const rowHeight = 40;
const textHeight = 20;

/**
 * A bar for each part of a whole, in figures and per cent; parts may overlap. Labels are above the bars and have room for about thirty
 * characters.
 */
export const drawRateBars = (
  rates: readonly Share[],
  { whole, lettering }: { readonly whole: number; readonly lettering: Lettering },
  alternative: string,
  width: number,
): VNode => {
  const lengthOf = (count: number): number =>
    count === 0 || whole === 0 ? 0 : Math.max(1.5, (width * Math.min(count, whole)) / whole);
  return drawPicture(
    { width, height: Math.max(1, rates.length) * rowHeight },
    alternative,
    rates.map(({ label, count }, i) =>
      h(
        'g',
        { transform: `translate(0 ${i * rowHeight})` },
        h('text', { x: '0', y: textHeight / 2, dy: '0.35em' }, label),
        h(
          'text',
          { x: width, y: textHeight / 2, dy: '0.35em', 'text-anchor': 'end' },
          `${lettering.count(count)} (${formatShare(count, whole, lettering)})`,
        ),
        h('rect', { class: 'track', x: '0', y: textHeight, width, height: rowHeight - textHeight - 8 }),
        h('rect', {
          class: 'first',
          x: '0',
          y: textHeight,
          width: lengthOf(count),
          height: rowHeight - textHeight - 8,
        }),
      ),
    ),
  );
};

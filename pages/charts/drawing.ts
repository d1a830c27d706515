import type { ComponentChildren, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Size } from './frame.ts';

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

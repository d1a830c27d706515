import type { VNode } from 'preact';
import { mark } from './mark.ts';

/** Outlines on a grid of sixteen, drawn in the colour of the text beside them. */
const outlines = {
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 1.8v3h-3',
  ask: 'M5.8 6a2.2 2.2 0 1 1 3.4 1.9C8.4 8.4 8 8.8 8 9.8M8 12.5v.1',
  back: 'M7 3 2.5 8 7 13M3 8h10.5',
  check: 'm3 8.5 3.3 3.3L13 4.7',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.6V8l2.3 1.7',
  cross: 'm4 4 8 8m0-8-8 8',
  down: 'm4 6 4 4 4-4',
  erased: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M3.8 12.2l8.4-8.4',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  later: 'M3 5.5h8.5L8.7 2.7M13 10.5H4.5l2.8 2.8',
  menu: 'M2 4h12M2 8h12M2 12h12',
  minus: 'M3.5 8h9',
  save: 'M8 2v8m-3.3-3L8 10.3 11.3 7M2.5 13.5h11',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10m3.6-1.4L14 14',
} as const;

export type IconName = keyof typeof outlines;

/** A mark beside words that say the same: nothing of it is read aloud. It is as large as they are, without a style. */
export const Icon = ({ name }: { readonly name: IconName }): VNode => (
  <svg class="icon" viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true" focusable="false">
    <path d={outlines[name]} fill="none" stroke="currentColor" stroke-width="1.75" {...round} />
  </svg>
);

/** The mark of the register. */
export const Mark = (): VNode => (
  <svg class="icon" viewBox="0 0 32 32" width="1em" height="1em" aria-hidden="true" focusable="false">
    <path class="page" d={mark.page} fill="currentColor" />
    <path class="writing" d={mark.writing} fill="none" stroke="currentColor" stroke-width="2.6" {...round} />
  </svg>
);

const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

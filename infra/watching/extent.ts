import type { Options } from '../options.ts';

/** How much of a stage is watched: what an operator cannot do without, or everything. */
export type Extent = Options['watching'];

/** Whether an alarm or a metric is there where so much is watched. CloudWatch charges for each. */
export const isWatched = (extent: Extent, { essential = false }: { readonly essential?: boolean }): boolean =>
  extent === 'full' || essential;

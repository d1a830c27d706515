import type { Options } from '../options.ts';

/** How closely a stage is watched: the essentials, or everything. */
export type Extent = Options['watching'];

/** Whether an alarm or a metric exists at this extent. CloudWatch charges for each. */
export const isWatched = (extent: Extent, { essential = false }: { readonly essential?: boolean }): boolean =>
  extent === 'full' || essential;

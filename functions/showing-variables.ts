import * as v from 'valibot';
import { Common, number } from './environment.ts';

/** The variables of operations that show consents. */
export const Showing = v.object({
  ...Common.entries,
  /** Days for which entries of the access log are kept. Without it there are none. */
  ACCESS_LOG_DAYS: v.optional(number()),
});

import * as v from 'valibot';
import { Common } from './environment.ts';

/** The variables of operations that show consents. */
export const Showing = v.object({
  ...Common.entries,
  /** Whether the stage keeps an access log: `true` or not set. */
  ACCESS_LOG: v.pipe(
    v.optional(v.string(), 'false'),
    v.transform((text) => text === 'true'),
  ),
});

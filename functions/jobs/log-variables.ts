import * as v from 'valibot';
import { text } from '../environment.ts';

/** The variables of the jobs of the log. */
export const Log = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: text,
  /** Name of the stage. */
  STAGE: text,
});

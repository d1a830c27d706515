import * as v from 'valibot';
import { logName } from '../../shared/stage.ts';
import { text } from '../environment.ts';

/** The variables of the jobs of the log. */
export const Log = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: text,
  /** Name of the stage. */
  STAGE: text,
  /** Name of the log in its checkpoints (C2SP tlog-checkpoint). Default: the one in the log table, or a new one. */
  LOG_NAME: v.optional(v.pipe(v.string(), v.regex(logName.pattern))),
});

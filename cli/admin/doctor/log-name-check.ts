import { parseCheckpoint } from '../../../shared/transparency/checkpoint.ts';
import { findLastCheckpoint } from '../../../shared/transparency/checkpoints.ts';
import { findLogName } from '../../../shared/transparency/log-name.ts';
import type { Check } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';

/** Whether the log has the name that its checkpoints have, and that the stage gives it. */
export const logNameCheck: Check = {
  name: 'log name',
  look: async ({ log, logName }) => {
    if (log === undefined) return skipped('needs the log');
    const [stored, last] = await Promise.all([findLogName(log), findLastCheckpoint(log)]);
    const signed = last && parseCheckpoint(last.note)?.origin;
    const name = stored ?? signed;
    if (name === undefined) return ok('none yet; the first checkpoint needs one');
    if (signed !== undefined && signed !== name)
      return wrong(
        `the log table has the name ${name}, and the last checkpoint ${signed}`,
        'Somebody changed one of them. Run `log verify`, and put the changed item back (docs/log.md, A log table that was changed or deleted).',
      );
    if (logName !== undefined && logName !== name)
      return wrong(
        `the log is named ${name}, and logName says ${logName}: its jobs refuse to write it`,
        `Set logName to ${name}, or remove it, and deploy. Where existingLogTable names the log of another stage, take it out of the options.`,
      );
    return ok(name);
  },
};

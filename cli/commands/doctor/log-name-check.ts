import type { LogKey } from '../../../shared/log/log-key.ts';
import { findLogKey } from '../../../shared/log/log-key.ts';
import { findLogName } from '../../../shared/log/log-name.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { countEach } from '../../printing/progress.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';

const putBack =
  'Run `log verify`, and put the changed item back (docs/log.md, A log table that was changed or deleted).';

const judge = (stored: string | undefined, found: LogKey | undefined, given: string | undefined): Diagnosis => {
  const signed = found?.head.origin;
  const name = stored ?? signed;
  if (name === undefined) return ok('none yet; the first checkpoint needs one');
  if (signed !== undefined && signed !== name)
    return wrong(
      `the log table has the name ${name}, and the last checkpoint ${signed}`,
      `Somebody changed one of them. ${putBack}`,
    );
  if (given !== undefined && given !== name)
    return wrong(
      `the log is named ${name}, and logName says ${given}: its jobs refuse to write it`,
      `Set logName to ${name}, or remove it, and deploy. Where existingLogTable names the log of another stage, take it out of the options.`,
    );
  if (found !== undefined && found.damaged > 0)
    return wrong(
      `${name}; the key of the log did not sign ${countEach(found.damaged, 'later checkpoint')}`,
      `Somebody changed them. ${putBack}`,
    );
  return ok(name);
};

/** Whether the log has the name that its signed checkpoints have, and that the stage gives it. */
export const logNameCheck: Check = {
  name: 'log name',
  look: async ({ log, logName }) => {
    if (log === undefined) return skipped('needs the log');
    const stored = await findLogName(log);
    try {
      return judge(stored, await findLogKey(log), logName);
    } catch (error) {
      if (!(error instanceof DamagedLog)) throw error;
      return wrong(
        `${stored ?? 'not known'}; the key in the log table signed none of the checkpoints`,
        `Somebody changed the key or the checkpoints. ${putBack}`,
      );
    }
  },
};

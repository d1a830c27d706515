import { toResourceName } from '../../infra/code.ts';
import type { LogKey } from '../../shared/log/keys.ts';
import { ForeignLog, findLogKey, isOwnLog } from '../../shared/log/keys.ts';
import type { NoteKey } from '../../shared/log/note.ts';
import { parseNoteKey } from '../../shared/log/note.ts';
import { DamagedLog } from '../../shared/log/tiles.ts';
import type { Table } from '../../shared/store/table.ts';
import { CommandError } from '../errors.ts';
import { note } from '../output/print.ts';
import { countEach } from '../output/progress.ts';
import { needLog } from './open-table.ts';
import type { Stage } from './stage.ts';

/**
 * The log table for a command that appends, since nothing can be removed from a log. A table named directly has no stage, and is not checked.
 *
 * @throws CommandError refused when another stage signs the log
 */
export const needOwnLog = async (stage: Stage): Promise<Table> => {
  const log = needLog(stage);
  try {
    if (stage.evidenceKey !== undefined) await isOwnLog(log, stage.evidenceKey.stage);
  } catch (error) {
    throw error instanceof ForeignLog ? new CommandError(error.message, 'refused') : error;
  }
  return log;
};

/** What makes checkpoints, as people find it in the stage. */
export const publishingJob = `job ${toResourceName('publishCheckpoint')}`;

/** What to do about a checkpoint that will come. */
export const awaitCheckpoint = `The ${publishingJob} makes one within the time in \`checkpointMinutes\`. Wait, then run this again.`;

const explainDamage = (error: unknown): never => {
  throw error instanceof DamagedLog
    ? new CommandError(
        `${error.message} Somebody changed the key or the checkpoints. Run \`log verify --key\` with the key that you kept.`,
        'finding',
      )
    : error;
};

/** The key of a log, and the last checkpoint that it signed; undefined before the first. @throws CommandError finding */
export const lookForLogKey = async (log: Table): Promise<LogKey | undefined> => {
  const found = await findLogKey(log).catch(explainDamage);
  if (found !== undefined && found.damaged > 0)
    note(`The key did not sign ${countEach(found.damaged, 'later checkpoint')}. Run \`log verify\` for details.`);
  return found;
};

/** The same. @throws CommandError notFound before the first checkpoint; finding */
export const readLogKey = async (log: Table): Promise<LogKey> => {
  const found = await lookForLogKey(log);
  if (found === undefined) throw new CommandError(`The log has no checkpoint yet. ${awaitCheckpoint}`, 'notFound');
  return found;
};

/** The key that somebody kept, as `log keys` prints it. @throws CommandError usage */
export const parseGivenKey = (text: string): NoteKey => {
  const key = parseNoteKey(text);
  if (key === undefined)
    throw new CommandError('--key is not a log key. Give what `log keys` printed, in the form name+hash+key.', 'usage');
  return key;
};

import type { Table } from '../../shared/store/client.ts';
import { RenamedLog, refuseOtherName } from '../../shared/log/log-name.ts';
import { ForeignLog, isOwnLog } from '../../shared/log/signing-keys.ts';
import { CommandError } from '../command-error.ts';
import { openBeside } from './named-table.ts';
import type { Stage } from './stage.ts';

/** The log table with a name. */
export const openLog = (name: string): Table => openBeside(name, 'log table');

/**
 * The log table, for a command that needs it.
 *
 * @throws CommandError usage when nobody named it, unreachable when the stage has none
 */
export const needLog = ({ log, signingKeySecret, label }: Stage): Table => {
  if (log !== undefined) return log;
  if (signingKeySecret === undefined) {
    throw new CommandError(
      'Name the log table with --log-table: it is LogTableName in the outputs of the stack.',
      'usage',
    );
  }
  throw new CommandError(
    `${label} has no log yet. Deploy the stage again without "log": false to create it (docs/log.md).`,
    'unreachable',
  );
};

/**
 * The same for a command that appends, since nothing can be removed from a log. A table named directly has no stage, and is not checked.
 *
 * @throws CommandError refused when another stage signs the log, or it has another name than the option says
 */
export const needOwnLog = async (stage: Stage): Promise<Table> => {
  const log = needLog(stage);
  try {
    if (stage.evidenceKey !== undefined) await isOwnLog(log, stage.evidenceKey.stage);
    await refuseOtherName(log, stage.logName);
  } catch (error) {
    throw error instanceof ForeignLog || error instanceof RenamedLog
      ? new CommandError(error.message, 'refused')
      : error;
  }
  return log;
};

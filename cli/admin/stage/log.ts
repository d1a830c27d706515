import type { Table } from '../../../shared/store/client.ts';
import { ForeignLog, isOwnLog } from '../../../shared/transparency/signing-keys.ts';
import { CommandError } from '../../command-error.ts';
import { openBeside } from './named-table.ts';
import type { Stage } from './stage.ts';

/** The log table by its name. */
export const openLog = (name: string): Table => openBeside(name, 'log table');

/**
 * The log table, for a command that cannot do without.
 *
 * @throws CommandError usage where nobody named it, unreachable where the stage has none
 */
export const needLog = ({ log, signingKeySecret, label }: Stage): Table => {
  if (log !== undefined) return log;
  if (signingKeySecret === undefined) {
    throw new CommandError(
      'Say with --log-table which is the log table: LogTableName among the outputs of the stack.',
      'usage',
    );
  }
  throw new CommandError(
    `There is no log yet for ${label}. Deploy the stage again without "log": false, which makes it (docs/log.md).`,
    'unreachable',
  );
};

/**
 * The same for a command that appends, since nothing is ever taken out of a log. A table that is named alone has no stage, and is not checked.
 *
 * @throws CommandError refused where another stage signs the log
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

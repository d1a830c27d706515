import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';
import { openBeside } from './named-table.ts';
import type { Stage } from './stage.ts';

/** The erasures table by its name. */
export const openErasures = (name: string): Table => openBeside(name, 'erasures table');

/**
 * The erasures table, for a command that cannot do without.
 *
 * @throws CommandError usage where nobody named it, unreachable where the stage has none yet
 */
export const needErasures = ({ erasures, signingKeySecret, label }: Stage): Table => {
  if (erasures !== undefined) return erasures;
  if (signingKeySecret === undefined) {
    throw new CommandError(
      'Say with --erasures-table which is the erasures table: ErasuresTableName among the outputs of the stack.',
      'usage',
    );
  }
  throw new CommandError(
    `There is no erasures table yet for ${label}. Deploy the stage again, which makes it (docs/operations.md, Update).`,
    'unreachable',
  );
};

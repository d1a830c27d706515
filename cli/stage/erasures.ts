import type { Table } from '../../shared/store/client.ts';
import { CommandError } from '../command-error.ts';
import { openBeside } from './named-table.ts';
import type { Stage } from './stage.ts';

/** The erasures table with a name. */
export const openErasures = (name: string): Table => openBeside(name, 'erasures table');

/**
 * The erasures table, for a command that needs it.
 *
 * @throws CommandError usage when nobody named it, unreachable when the stage has none yet
 */
export const needErasures = ({ erasures, signingKeySecret, label }: Stage): Table => {
  if (erasures !== undefined) return erasures;
  if (signingKeySecret === undefined) {
    throw new CommandError(
      'Name the erasures table with --erasures-table: it is ErasuresTableName in the outputs of the stack.',
      'usage',
    );
  }
  throw new CommandError(
    `${label} has no erasures table yet. Deploy the stage again to create it (docs/operations.md, Update).`,
    'unreachable',
  );
};

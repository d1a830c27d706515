import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';
import { openPatiently } from './patience.ts';
import type { Stage } from './stage.ts';

/** The erasures table by its name. What it misses is told of it, and not of the table that the command works on. */
export const openErasures = (name: string): Table => {
  const erasures = openPatiently(name);
  erasures.client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new CommandError(
          `There is no erasures table ${name} here. Check its name and the region.`,
          'unreachable',
        );
      }
    },
    { step: 'initialize', name: 'nameErasures' },
  );
  return erasures;
};

/**
 * The erasures table, for a command that cannot do without.
 *
 * @throws CommandError usage where nobody named it, unreachable where the stage has none yet
 */
export const needErasures = ({ erasures, signingKeySecret, label }: Stage): Table => {
  if (erasures !== undefined) return erasures;
  if (signingKeySecret === undefined) {
    throw new CommandError('Say with --erasures-table which table lists what was erased.', 'usage');
  }
  throw new CommandError(
    `There is no erasures table yet for ${label}. Deploy the stage again, which makes it (docs/operations.md, Deploy).`,
    'unreachable',
  );
};

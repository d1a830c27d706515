import type { Announcement } from '../../../shared/events/announcing.ts';
import { CommandError } from '../../command-error.ts';
import type { Stage } from './stage.ts';

/**
 * Where events go, for a command that cannot do without.
 *
 * @throws CommandError usage for a table alone, unreachable where the stage tells nobody of anything
 */
export const needAnnouncement = ({ announcement, signingKeySecret, label }: Stage): Announcement => {
  if (announcement !== undefined) return announcement;
  if (signingKeySecret === undefined) {
    throw new CommandError('A table alone does not tell where its events go; say --stage or --local.', 'usage');
  }
  throw new CommandError(
    `Events are off for ${label}. Deploy the stage again with "events": true, which makes it tell of them (docs/events.md).`,
    'unreachable',
  );
};

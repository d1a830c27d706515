import type { Announcement } from '../../shared/log/events/announcing.ts';
import { CommandError } from '../command-error.ts';
import type { Stage } from './stage.ts';

/**
 * The event bus, for a command that needs one.
 *
 * @throws CommandError usage for a table alone, unreachable when events are off
 */
export const needAnnouncement = ({ announcement, signingKeySecret, label }: Stage): Announcement => {
  if (announcement !== undefined) return announcement;
  if (signingKeySecret === undefined) {
    throw new CommandError('A table alone does not say where its events go. Use --stage or --local.', 'usage');
  }
  throw new CommandError(
    `Events are off for ${label}. Deploy the stage again with "events": true to switch them on (docs/events.md).`,
    'unreachable',
  );
};

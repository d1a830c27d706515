import { tame } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../command-error.ts';
import { whyUnread } from '../notices/text-file.ts';

/** The error for a file that cannot be read. */
export const refuseReading = (file: string, error: unknown): CommandError =>
  new CommandError(`${tame(file)} cannot be read: ${whyUnread(error)}.`, 'usage');

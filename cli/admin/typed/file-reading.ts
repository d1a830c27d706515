import { CommandError } from '../../command-error.ts';
import { errorCode } from '../../notices/text-file.ts';
import { tame } from '../../notices/visible-text.ts';

/** Why a file cannot be read, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its folder is not a folder',
  EIO: 'the disk has a fault',
};

/** Says why a file cannot be read. */
export const refuseReading = (file: string, error: unknown): CommandError =>
  new CommandError(`${tame(file)} cannot be read: ${reasons[errorCode(error)] ?? String(error)}.`, 'usage');

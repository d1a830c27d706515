import { CommandError } from '../../../command-error.ts';
import { tame } from '../../../notices/visible-text.ts';

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
export const refuseReading = (file: string, error: unknown): CommandError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new CommandError(`${tame(file)} cannot be read: ${reasons[code] ?? String(error)}.`, 'usage');
};

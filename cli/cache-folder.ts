import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { attempt } from '../shared/attempt.ts';

/** A folder in the user's cache. */
export const cacheFolder = (name: string): string => {
  const { XDG_CACHE_HOME: home = '' } = process.env;
  return join(isAbsolute(home) ? home : join(homedir(), '.cache'), 'consent-register', name);
};

/**
 * Whether nobody but the user can put into a folder what commands then run: it is theirs, and not open to everybody. One
 * that is not there is nobody's.
 */
export const isOwn = (folder: string): boolean => {
  const found = attempt(() => lstatSync(folder));
  const { getuid } = process;
  if (found === undefined || getuid === undefined) return true;
  return found.isDirectory() && found.uid === getuid() && (found.mode & 0o002) === 0;
};

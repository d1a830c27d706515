import { lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
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

const upwards = (path: string): string[] => [path, ...(dirname(path) === path ? [] : upwards(dirname(path)))];

/**
 * Whether no other user can write the folder of a package, or put another one in its place: all of its path belongs to the user, to
 * root or to the owner of this program. Folders above the packages may be open to everybody if what others have there stays theirs.
 *
 * @param program whose owner can change what runs anyway
 */
export const isSafe = (folder: string, program: string): boolean => {
  const { getuid } = process;
  if (getuid === undefined) return true;
  const owners = new Set([0, getuid(), lstatSync(program).uid]);
  return [folder, realpathSync(folder)].flatMap(upwards).every((path) => {
    const found = lstatSync(path);
    const isOpen = !found.isSymbolicLink() && (found.mode & 0o002) !== 0;
    const isSticky = (found.mode & 0o1000) !== 0 && !path.split(sep).includes('node_modules');
    return owners.has(found.uid) && (!isOpen || isSticky);
  });
};

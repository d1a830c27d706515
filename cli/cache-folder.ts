import { lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { attempt } from '../shared/attempt.ts';

/** A folder in the user's cache. */
export const cacheFolder = (name: string): string => {
  const { XDG_CACHE_HOME: home = '' } = process.env;
  return join(isAbsolute(home) ? home : join(homedir(), '.cache'), 'consent-register', name);
};

const upwards = (path: string): string[] => [path, ...(dirname(path) === path ? [] : upwards(dirname(path)))];

const writableByGroup = 0o020;
const writableByAll = 0o002;
const sticky = 0o1000;

/**
 * Whether no other user can write a file or a folder, or put another one in its place: all of its path belongs to the user, to root or
 * to another trusted owner. Above a package, folders may be open if what others have there stays theirs.
 *
 * @param trusted a path whose owner can change what runs anyway, and whether groups are trusted, as those of most people's files are
 */
export const isSafe = (
  path: string,
  { ownerOf, withGroups = false }: { readonly ownerOf?: string; readonly withGroups?: boolean } = {},
): boolean => {
  const { getuid } = process;
  if (getuid === undefined) return true;
  const owners = new Set([0, getuid(), ...(ownerOf === undefined ? [] : [lstatSync(ownerOf).uid])]);
  const openBits = withGroups ? writableByAll : writableByAll | writableByGroup;
  return [path, realpathSync(path)].flatMap(upwards).every((each) => {
    const found = lstatSync(each);
    const isOpen = !found.isSymbolicLink() && (found.mode & openBits) !== 0;
    const keepsOwners = (found.mode & sticky) !== 0 && !each.split(sep).includes('node_modules');
    return owners.has(found.uid) && (!isOpen || keepsOwners);
  });
};

/**
 * The folders of a `PATH` into which no other user can put a program, and that of Node.js itself. npm and npx put folders on it that are
 * above the current one.
 */
export const safePath = (path: string): string => {
  if (process.getuid === undefined) return path;
  const trusted = { ownerOf: process.execPath, withGroups: true };
  const isClosed = (folder: string): boolean => (lstatSync(realpathSync(folder)).mode & writableByAll) === 0;
  const safe = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && attempt(() => isSafe(folder, trusted) && isClosed(folder)) === true);
  return [...safe, dirname(process.execPath)].join(delimiter);
};

/**
 * Whether nobody but the user can put into a folder what commands then run: it is theirs, and no other user can write it or put
 * another one in its place. One that is not there is judged by what is above it.
 */
export const isOwn = (folder: string): boolean => {
  const { getuid } = process;
  if (getuid === undefined) return true;
  const found = attempt(() => lstatSync(folder));
  if (found === undefined) return isOwnAbove(dirname(folder));
  return found.isDirectory() && found.uid === getuid() && isSafe(folder, { withGroups: true });
};

const isOwnAbove = (folder: string): boolean =>
  attempt(() => lstatSync(folder)) === undefined ? isOwnAbove(dirname(folder)) : isSafe(folder, { withGroups: true });

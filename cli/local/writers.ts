import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';

const upwards = (path: string): string[] => [path, ...(dirname(path) === path ? [] : upwards(dirname(path)))];

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** As many links as Linux follows in a path (path_resolution(7)). */
const mostLinks = 40;

/** What decides where a path leads: the path with its folders, and those of each link on the way, however many lead to the next. */
const listWay = (path: string, links = 0): string[] => {
  const link = upwards(path).findLast(isLink);
  if (link === undefined || links === mostLinks) return upwards(path);
  const target = resolve(dirname(link), readlinkSync(link));
  return [...upwards(link), ...listWay(join(target, relative(link, path)), links + 1)];
};

const writableByGroup = 0o020;
const writableByAll = 0o002;
const sticky = 0o1000;

/** Whom to trust besides the user and root. */
export interface Trusted {
  /** A path whose owner can change what runs anyway. */
  readonly ownerOf?: string;
  /** Whether groups are trusted, as those of most people's files are. */
  readonly withGroups?: boolean;
}

/**
 * Whether no other user can write a file or a folder, or put another one in its place: all of its path belongs to the user, to root or
 * to another trusted owner. Above it, but not in packages, folders may be open if what others have there stays theirs.
 */
export const isSafe = (path: string, { ownerOf, withGroups = false }: Trusted = {}): boolean => {
  const { getuid } = process;
  if (getuid === undefined) return true;
  const owners = new Set([0, getuid(), ...(ownerOf === undefined ? [] : [lstatSync(ownerOf).uid])]);
  const openBits = withGroups ? writableByAll : writableByAll | writableByGroup;
  return listWay(resolve(path)).every((each) => {
    const found = lstatSync(each, { throwIfNoEntry: false });
    if (found === undefined) return true;
    const isOpen = !found.isSymbolicLink() && (found.mode & openBits) !== 0;
    const keepsOwners = (found.mode & sticky) !== 0 && !each.split(sep).includes('node_modules');
    return owners.has(found.uid) && (!isOpen || keepsOwners);
  });
};

const root = join(import.meta.dirname, '../..');

export const trustedByProgram: Trusted = { ownerOf: root, withGroups: true };

/** False where everybody may write everything, as on Windows drives under WSL: they may write this program itself. */
export const isProgramSafe = (): boolean => isSafe(join(root, 'package.json'), trustedByProgram);

/** Whether others can put files into a folder, even if they cannot replace those that are there. */
const isOpenToAll = (folder: string): boolean => (lstatSync(realpathSync(folder)).mode & writableByAll) !== 0;

const refuseShared = (path: string): CommandError =>
  new CommandError(
    `${path} belongs to another user of this machine, or others can write it. Name a DATA_DIR that is yours alone.`,
    'usage',
  );

/**
 * Refuses a folder for data that others prepared or can write: their keys would sign, and their links would lead what is written to
 * other files. A file may be gone when it is looked at: another service may be at work.
 *
 * @throws CommandError usage
 */
export const checkDataFolder = (folder: string): void => {
  if (process.getuid === undefined || !isProgramSafe()) return;
  if (!isSafe(folder, trustedByProgram) || isOpenToAll(folder)) throw refuseShared(folder);
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    if (!isSafe(path, trustedByProgram)) throw refuseShared(path);
  }
};

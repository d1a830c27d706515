import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { attempt } from '../../shared/attempt.ts';
import { isInstalled } from '../../shared/installed.ts';
import { isOwn, isSafe } from '../cache-folder.ts';
import { CommandError } from '../command-error.ts';
import { cacheOf, isWhole } from './cache.ts';
import type { Permission } from './options.ts';

/** Packages that only some commands need, and that are not installed with this one. */
export interface Peers {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  /** About what they take on the disk. */
  readonly megabytes: number;
}

const root = join(import.meta.dirname, '../..');

const Ranges = v.record(v.string(), v.string());
const Manifest = v.object({ peerDependencies: v.optional(Ranges, {}), devDependencies: v.optional(Ranges, {}) });

const readRanges = (...names: readonly string[]): Readonly<Record<string, string>> => {
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const ranges = isInstalled ? manifest.peerDependencies : manifest.devDependencies;
  return Object.fromEntries(names.map((name) => [name, v.parse(v.string(), ranges[name])]));
};

/** What commands need that work on the stack of a stage. */
export const cdkPeers = (): Peers => ({
  name: 'cdk',
  packages: readRanges('aws-cdk-lib', 'constructs', '@aws-cdk/toolkit-lib'),
  megabytes: 320,
});

/** Whether a version is in a range, which is a version that must be met exactly, or one with a caret. */
export const isInRange = (version: string, range: string): boolean => {
  if (!range.startsWith('^')) return version === range;
  const [major, minor, patch] = range.slice(1).split('.').map(Number);
  const [itsMajor, itsMinor, itsPatch] = version.split(/[.-]/, 3).map(Number);
  if (itsMajor !== major || itsMinor === undefined || minor === undefined || version.includes('-')) return false;
  return itsMinor === minor ? Number(itsPatch) >= Number(patch) : major !== 0 && itsMinor > minor;
};

/** Where packages beside this one are, if it is installed itself. Nothing is looked up further above: others may write there. */
const beside = basename(dirname(root)) === 'node_modules' ? [dirname(root)] : [];

const placesFrom = (folder: string): readonly string[] => [
  join(folder, 'node_modules'),
  ...(folder === root ? beside : []),
];

const findPackage = (name: string, folder: string): string | undefined =>
  placesFrom(folder)
    .map((place) => join(place, name))
    .find((found) => existsSync(join(found, 'package.json')));

const readVersion = (found: string | undefined): string =>
  String(attempt(() => JSON.parse(readFileSync(join(found ?? '', 'package.json'), 'utf8')).version) ?? '');

const hasAll = (folder: string, { packages }: Peers): boolean =>
  Object.entries(packages).every(([name, range]) => isInRange(readVersion(findPackage(name, folder)), range));

/** @throws CommandError unreachable when another user can write a package that would be run */
const checkWriters = (folder: string, { packages }: Peers): void => {
  const found = Object.keys(packages).flatMap((name) => findPackage(name, folder) ?? []);
  const written = found.find((each) => !isSafe(each, { ownerOf: root, withGroups: true }));
  if (written !== undefined)
    throw new CommandError(
      `${written} can be written by another user, so it is not run. Use a folder that belongs to you, as those above it do.`,
      'unreachable',
    );
};

/** @throws CommandError unreachable when others could have put something into the cache */
const checkOwner = (cache: string): void => {
  if (isOwn(cache)) return;
  throw new CommandError(
    `${cache} is not yours alone, or a folder above it is not, so nothing in it is run. Delete it, or set XDG_CACHE_HOME to a folder of your own.`,
    'unreachable',
  );
};

const isInCache = (peers: Peers, cache: string): boolean => {
  checkOwner(cache);
  return isWhole(cache) && hasAll(cache, peers);
};

/** The first folder from which all of them are found, so that none is loaded twice. */
const find = (peers: Peers, cache: string): string | undefined => {
  const found = [root, process.cwd()].find((folder) => hasAll(folder, peers));
  if (found === undefined) return isInCache(peers, cache) ? cache : undefined;
  checkWriters(found, peers);
  return found;
};

/** Package -> URL of a file beside which it is found. */
const homes = new Map<string, string>();

const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const rootUrl = `${pathToFileURL(root).href}/`;

/** Whether a module is one of ours, and not one of a package in our folder. */
const isOurs = (url = ''): boolean => url.startsWith(rootUrl) && !url.startsWith('node_modules/', rootUrl.length);

/** Lets our modules import packages from where they were found. Theirs find their own by themselves. */
const direct = ({ packages }: Peers, folder: string): void => {
  if (homes.size === 0) {
    registerHooks({
      resolve: (specifier, context, next) => {
        const home = homes.get(packageOf(specifier));
        return home !== undefined && isOurs(context.parentURL)
          ? next(specifier, { ...context, parentURL: home })
          : next(specifier, context);
      },
    });
  }
  for (const name of Object.keys(packages)) homes.set(name, pathToFileURL(join(folder, 'index.js')).href);
};

/** The words of npm that name packages with their ranges. */
export const namePackages = ({ packages }: Peers): string[] =>
  Object.entries(packages).map(([name, range]) => `${name}@${range}`);

const permit = async (who: string, peers: Peers, cache: string, permission: Permission): Promise<void> => {
  if (permission === 'yes') return;
  const names = Object.keys(peers.packages);
  const [are, them] = names.length === 1 ? ['a package that is', 'it'] : ['packages that are', 'them'];
  const lacks = `${who} needs ${are} not installed: ${names.join(', ')}.`;
  const yourself = `npm install ${namePackages(peers).join(' ')}`;
  if (permission === 'no') throw new CommandError(`${lacks} Install with: ${yourself}`, 'unreachable');
  const { askFirst, isInteractive } = await import('../terminal.ts');
  const there = `install ${them} into ${cache}, about ${peers.megabytes} MB`;
  if (!isInteractive()) {
    throw new CommandError(`${lacks} Add --install to ${there}, or run: ${yourself}`, 'unreachable');
  }
  await askFirst(`${lacks} May this ${there}?`, false);
};

/**
 * Lets our modules import peers: from beside this package, from the current folder and none above it, or from a folder in the user's
 * cache, where they are installed if that is permitted. Modules that import them are to be loaded afterwards.
 *
 * @param who needs them, as a message begins
 * @throws CommandError unreachable when they are missing and may not, or cannot, be installed, or others could have put them there
 */
export const usePeers = async (who: string, peers: Peers, permission: Permission): Promise<void> => {
  const cache = cacheOf(peers.name, Object.values(peers.packages));
  const found = find(peers, cache);
  if (found === undefined) {
    await permit(who, peers, cache, permission);
    const { install } = await import('./installation.ts');
    await install(cache, namePackages(peers), peers.megabytes);
    checkOwner(cache);
  }
  if (found !== root) direct(peers, found ?? cache);
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, CommandError } from './command-error.ts';

/** What both files say of a package. */
interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
}

const root = join(import.meta.dirname, '..');

const readPackages = (file: string): Readonly<Record<string, LockedPackage>> =>
  JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Optional ones may be for another platform, and then npm leaves them out. */
const isInstalled = (wanted: LockedPackage, found: LockedPackage | undefined): boolean =>
  found === undefined ? wanted.optional === true : found.version === wanted.version;

process.exitCode = await attempt(async () => {
  const wanted = Object.entries(readPackages('package-lock.json')).filter(([path]) => path !== '');
  const found = readPackages('node_modules/.package-lock.json');
  if (wanted.every(([path, locked]) => isInstalled(locked, found[path]))) return;
  throw new CommandError(
    `The packages are not those of package-lock.json any more. Run npm ci again, in ${root}.`,
    'unreachable',
  );
});

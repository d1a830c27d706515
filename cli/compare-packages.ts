import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, CommandError } from '../cli/command-error.ts';

/** What both files record about a package. */
interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
}

const root = join(import.meta.dirname, '..');

const readPackages = (file: string, damaged: string): Readonly<Record<string, LockedPackage>> => {
  try {
    return Object(JSON.parse(readFileSync(join(root, file), 'utf8')).packages);
  } catch {
    throw new CommandError(damaged, 'unreachable');
  }
};

/** Optional packages may be for another platform, and npm then leaves them out. */
const isInstalled = (wanted: LockedPackage, found: LockedPackage | undefined): boolean =>
  found === undefined ? wanted.optional === true : found.version === wanted.version;

process.exitCode = await attempt(async () => {
  const changed = `The packages differ from package-lock.json. Run npm ci again, in ${root}.`;
  const wanted = readPackages('package-lock.json', `package-lock.json is not JSON. Restore it, in ${root}.`);
  const found = readPackages('node_modules/.package-lock.json', changed);
  const isThere = Object.entries(wanted).every(([path, locked]) => path === '' || isInstalled(locked, found[path]));
  if (!isThere) throw new CommandError(changed, 'unreachable');
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../shared/attempt.ts';
import { isMap } from '../../shared/schema/scalar.ts';
import { cacheFolder } from '../cache-folder.ts';

/** The folder in the user's cache for packages of these versions. */
export const cacheOf = (name: string, versions: readonly string[]): string => {
  const numbers = versions.map((version) => version.replaceAll(/[^\w.-]/g, ''));
  return cacheFolder([name, ...numbers].join('-'));
};

/** Whether all packages are there that npm lists in a folder: it writes the list last of all. */
export const isWhole = (folder: string): boolean => {
  const list = join(folder, 'node_modules/.package-lock.json');
  const packages: unknown = attempt(() => JSON.parse(readFileSync(list, 'utf8')).packages);
  if (!isMap(packages)) return false;
  return Object.entries(packages).every(
    ([path, locked]) =>
      existsSync(join(folder, path, 'package.json')) || (isMap(locked) && locked.optional === true) || path === '',
  );
};

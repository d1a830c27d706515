import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled } from './installed.ts';

/** Where the package keeps what a clone makes of the sources when it is asked for. */
export const browserFolder = join(import.meta.dirname, '../build/browser');

/**
 * The text of a file for browsers: read where the package is installed, made in a clone.
 *
 * @param make loads the bundler itself, which is not there once the package is installed
 */
export const readOrMake = (name: string, make: () => Promise<string>): Promise<string> =>
  isInstalled ? readFile(join(browserFolder, name), 'utf8') : make();

/** Whether this runs from the installed package, which holds JavaScript alone, and not from a clone. It needs no package. */
export const isInstalled = import.meta.filename.endsWith('.js');

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The program's name in examples and messages. */
export const programName = 'consent-register';

const root = join(import.meta.dirname, '../..');

/** The version of this software. */
export const readVersion = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** What a reader types, from the installed package or in a clone. */
export const writeCalls = (installed: boolean) => ({
  /** The program itself: the words of a command come after it. */
  program: installed ? 'npx consent-register' : 'npm run admin --',
  /** The local service. */
  start: installed ? 'npx consent-register start' : 'npm start',
  /** The local service with an option after it. */
  startWith: installed ? 'npx consent-register start' : 'npm start --',
  /** What brings back files of the program that are missing. */
  repair: installed ? 'npm install consent-register' : 'npm run build',
});

/** What the reader types where this runs. */
export const calls = writeCalls(isInstalled);

/** The line that runs a command of the program. @param words of the command */
export const callOf = (words: string): string => `${calls.program} ${words}`;

/** Where the package keeps what a clone makes of the sources when it is asked for. */
const browserFolder = join(root, 'dist/browser');

/**
 * The text of a file for browsers: read where the package is installed, made in a clone.
 *
 * @param make loads the bundler itself, which is not there once the package is installed
 */
export const readOrMake = (name: string, make: () => Promise<string>): Promise<string> =>
  isInstalled ? readFile(join(browserFolder, name), 'utf8') : make();

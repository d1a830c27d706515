import { isInstalled } from './installed.ts';

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

import { Command } from '@commander-js/extra-typings';
import { attempt } from './command-error.ts';
import { start } from './commands/start.ts';
import { parse, prepare, programName } from './parsing.ts';

/** Whether words call the local service, before any other command. */
export const isStart = (words: readonly string[]): boolean =>
  words.find((word) => !word.startsWith('-')) === start.name();

/**
 * Runs the local service, without the other commands and what they load: it runs for long. Returns the exit code if it cannot
 * start; Ctrl-C ends the process.
 */
export const runStart = (words: readonly string[]): Promise<number> => {
  const program = new Command(programName).addCommand(start);
  prepare(program);
  return attempt(() => parse(program, words));
};

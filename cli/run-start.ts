import { Command } from '@commander-js/extra-typings';
import { attempt } from './command-error.ts';
import { start } from './commands/start.ts';
import { parse, prepare, programName } from './parsing.ts';

/** Options with a value, which may be the word of a command too. */
const withValue = /^--(?:stage|stack|region|(?:\w+-)?table)$/;

/** Whether words call the local service, before any other command. */
export const isStart = (words: readonly string[]): boolean => {
  const first = words.findIndex((word, i) => !(word.startsWith('-') || withValue.test(words[i - 1] ?? '')));
  return words[first] === start.name();
};

/**
 * Runs the local service, without the other commands and what they load: it runs for long. Returns the exit code if it cannot
 * start; Ctrl-C ends the process.
 */
export const runStart = (words: readonly string[]): Promise<number> => {
  const program = new Command(programName).addCommand(start);
  prepare(program);
  return attempt(() => parse(program, words));
};

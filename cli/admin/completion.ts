import tab from '@bomb.sh/tab/commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command } from 'commander';

/** Adds the command that completions of bash and zsh are made with and ask. */
export const addCompletion = (program: CommandUnknownOpts): void => {
  if (!(program instanceof Command)) throw new TypeError('Not a command of the library that completes.');
  tab(program);
};

import tab from '@bomb.sh/tab/commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command } from 'commander';

/** Adds the hidden command that generates completions for bash and zsh and answers them. */
export const addCompletion = (program: CommandUnknownOpts): void => {
  if (!(program instanceof Command)) throw new TypeError('Not a command of the library that completes.');
  tab(program);
};

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { exitCodes } from '../stop.ts';
import { addCompletion } from './completion.ts';
import { program } from './program.ts';

/** How every command of the tree behaves: throws instead of ending the process, and shows the common options in its help. */
const prepare = (command: CommandUnknownOpts): void => {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'consent-register: ')) });
  for (const child of command.commands) prepare(child);
};

/**
 * Runs the command that was typed. What was typed wrongly has been explained when it ends, with exit code `usage`.
 *
 * @throws Stop
 */
export const runProgram = async (words: readonly string[]): Promise<void> => {
  prepare(program);
  addCompletion(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  }
};

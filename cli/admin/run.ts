import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { attempt, exitCodes } from '../command-error.ts';
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

prepare(program);
addCompletion(program);

/** Runs the command that was typed, explains what ends it before its time, and returns its exit code. */
export const runProgram = async (words: readonly string[]): Promise<number> => {
  let wrongWords = false;
  const exitCode = await attempt(async () => {
    try {
      await program.parseAsync(words, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      wrongWords = error.exitCode !== 0;
    }
  });
  return wrongWords ? exitCodes.usage : exitCode;
};

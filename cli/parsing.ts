import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { CommandError } from './command-error.ts';
import { writeNote } from './printing/output.ts';

/** The program's name in examples and messages. */
export const programName = 'consent-register';

/** Settings for every command of a tree: throw instead of exiting, and show the common options in help. */
export const prepare = (command: CommandUnknownOpts): void => {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {}, writeErr: writeNote });
  for (const child of command.commands) prepare(child);
};

/** What is wrong with the words, in a line or two; undefined if help was requested. */
const explain = ({ code, message, exitCode }: CommanderError): string | undefined => {
  if (exitCode === 0) return undefined;
  if (code === 'commander.help') return 'A command is missing. --help lists them.';
  if (/^error: unknown option '(?:-V|--version)/.test(message)) {
    return 'This command has no --version. `consent-register --version` shows the version of the program.';
  }
  return message.replace(/^error: /, '');
};

/** Runs the command that words name. @throws CommandError usage when they name none, or with wrong options */
export const parse = async (program: CommandUnknownOpts, words: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const wrong = explain(error);
    if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  }
};

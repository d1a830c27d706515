import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError, Help } from '@commander-js/extra-typings';
import manifest from '../package.json' with { type: 'json' };
import { attempt, CommandError } from './command-error.ts';
import { checkNotTakenByNpm } from './local/npm-options.ts';
import { addCompletion } from './completion.ts';
import { interruptibly } from './interruption.ts';
import { speakJson } from './printing/format.ts';
import { printError, writeNote } from './printing/output.ts';
import { asksVersion, program, versionOption } from './program.ts';

/** Settings for every command of the tree: throw instead of exiting, and show the common options in help. */
const prepare = (command: CommandUnknownOpts): void => {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {}, writeErr: writeNote });
  for (const child of command.commands) prepare(child);
};

prepare(program);
program.configureHelp({ visibleOptions: (command) => [versionOption, ...new Help().visibleOptions(command)] });
addCompletion(program);

/** Our options that npm would consume if they are not after `--`. */
const ownOptions = ['stage', 'table', 'erasures-table', 'log-table', 'local'];

const runWords = async (words: readonly string[]): Promise<void> => {
  if (asksVersion(words)) process.stdout.write(`${manifest.version}\n`);
  else await program.parseAsync(words, { from: 'user' });
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

/** Runs the typed command, prints what ends it early, and returns its exit code. */
export const runProgram = async (words: readonly string[]): Promise<number> => {
  speakJson(words.includes('--json'));
  return attempt(async () => {
    if (process.env.npm_lifecycle_event === 'admin') checkNotTakenByNpm('npm run admin', ownOptions);
    try {
      await interruptibly(() => runWords(words));
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      const wrong = explain(error);
      if (wrong !== undefined) throw new CommandError(wrong, 'usage');
    }
  }, printError);
};

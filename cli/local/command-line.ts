import type { Command, OptionValues } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { CommandError } from '../command-error.ts';

/**
 * The options of a command of npm.
 *
 * @returns undefined if help was requested and printed
 * @throws CommandError usage for an unknown option
 */
const readOptions = <Options extends OptionValues>(
  command: Command<[], Options>,
  words: readonly string[],
): Options | undefined => {
  command
    .helpOption('-h, --help', 'show this')
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  try {
    return command.parse(words, { from: 'user' }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new CommandError(error.message.replace(/^error: /, ''), 'usage');
  }
};

/**
 * npm consumes options before `--` as its own, and sets a variable for each.
 *
 * @param script the npm script as it is called
 * @param names options of ours that npm does not have
 * @throws CommandError usage when npm consumed one of them
 */
export const checkNotTakenByNpm = (script: string, names: readonly string[]): void => {
  const taken = names.find((name) => process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (taken === undefined) return;
  throw new CommandError(
    `npm read --${taken} as its own option. Put -- before the words of the command: ${script} -- ... --${taken}`,
    'usage',
  );
};

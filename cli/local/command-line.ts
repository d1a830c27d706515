import { CommandError } from '../command-error.ts';

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

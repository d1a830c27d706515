import { CommandError } from '../command-error.ts';

/**
 * npm takes options before `--` for its own, and sets a variable for each.
 *
 * @param script that npm runs, as it is called
 * @param names of options that are ours and not npm's
 * @throws CommandError usage when npm has one of them
 */
export const checkNotTakenByNpm = (script: string, names: readonly string[]): void => {
  const taken = names.find((name) => process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (taken === undefined) return;
  throw new CommandError(
    `npm took --${taken} for an option of its own. Put -- before the words of the command: ${script} -- ... --${taken}`,
    'usage',
  );
};

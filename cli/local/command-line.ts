import type { OptionValues } from '@commander-js/extra-typings';
import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from '../command-error.ts';
import { isHttpUrl, urlOfEvents } from './environment.ts';

/** The environment variables of `npm start`, as help lists them. `environment.ts` checks them. */
const variables: readonly (readonly [name: string, meaning: string])[] = [
  ['PORT', 'port of the service (default: 3000)'],
  ['DATA_DIR', 'folder to keep data in (default: memory)'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'a DynamoDB engine of your own; needs no Java'],
  ['TABLE_NAME', 'name of the table (default: consent-register)'],
  ['DYNAMODB_PORT', 'port of DynamoDB Local (default: a free one)'],
  ['SECRETS_MANAGER_PORT', 'port of Secrets Manager (default: a free one)'],
  ['KMS_PORT', 'port of the local KMS (default: a free one)'],
  ['ALLOWED_HOSTS', 'further names to answer under (default: none)'],
  ['ALLOWED_ADDRESSES', 'ranges of addresses that may call (default: all)'],
  ['EVENTS_TO', 'URL to post events to (default: none)'],
];

const listVariables = (): string => variables.map(([name, meaning]) => `  ${name.padEnd(27)}${meaning}`).join('\n');

const toUrl = (text: string): string => {
  if (isHttpUrl(text)) return text;
  throw new InvalidArgumentError(urlOfEvents('It'));
};

/**
 * The options of a command of npm.
 *
 * @returns undefined if help was requested and printed
 * @throws CommandError usage for an unknown option
 */
export const readOptions = <Options extends OptionValues>(
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

/** The options after `npm start --`. */
export interface StartOptions {
  readonly withDemo: boolean;
  /** A URL to post events to; without one, events are printed. */
  readonly eventsTo?: string;
}

/**
 * @returns undefined if help was requested and printed
 * @throws CommandError usage for an unknown option
 */
export const readCommandLine = (words: readonly string[]): StartOptions | undefined => {
  checkNotTakenByNpm('npm start', ['empty', 'events-to']);
  const command = new Command('npm start --')
    .description('Runs the service on this machine, with demo data, until Ctrl-C.')
    .option('--empty', 'start without demo data')
    .option('--events-to <url>', 'post each event to this URL, as an API destination of EventBridge does', toUrl)
    .addHelpText('after', `\nVariables:\n${listVariables()}\n\nExample:\n  PORT=8080 npm start -- --empty`);
  const options = readOptions(command, words);
  if (options === undefined) return undefined;
  const { empty = false, eventsTo } = options;
  return { withDemo: !empty, ...(eventsTo !== undefined && { eventsTo }) };
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

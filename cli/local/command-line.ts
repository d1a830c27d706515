import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from '../command-error.ts';
import { isHttpUrl, urlOfEvents } from './environment.ts';
import { checkNotTakenByNpm } from './npm-options.ts';

/** What `npm start` takes from its environment, checked in `environment.ts`, as its help says it. */
const variables: readonly (readonly [name: string, meaning: string])[] = [
  ['PORT', 'where it serves (default: 3000)'],
  ['DATA_DIR', 'directory for data (default: none, it is in memory)'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'a local DynamoDB engine of yours; no Java then'],
  ['TABLE_NAME', 'the table (default: consent-register)'],
  ['DYNAMODB_PORT', 'of DynamoDB Local (default: a free one)'],
  ['SECRETS_MANAGER_PORT', 'of the local Secrets Manager (default: a free one)'],
  ['KMS_PORT', 'of the local KMS (default: a free one)'],
  ['EVENTS_TO', 'a URL that events are posted to (default: none)'],
];

const listVariables = (): string => variables.map(([name, meaning]) => `  ${name.padEnd(27)}${meaning}`).join('\n');

const toUrl = (text: string): string => {
  if (isHttpUrl(text)) return text;
  throw new InvalidArgumentError(urlOfEvents('It'));
};

/** The options that follow `npm start --`. */
export interface StartOptions {
  readonly withDemo: boolean;
  /** URL that events are posted to, as they are printed. */
  readonly eventsTo?: string;
}

/**
 * @returns undefined where help was asked for, and printed
 * @throws CommandError usage when there is no such option
 */
export const readCommandLine = (words: readonly string[]): StartOptions | undefined => {
  checkNotTakenByNpm('npm start', ['empty', 'events-to']);
  const command = new Command('npm start --')
    .description('Runs the service on this machine, with demo data, until Ctrl-C.')
    .option('--empty', 'leave the demo data out')
    .option('--events-to <url>', 'post each event there, as an API destination of EventBridge does', toUrl)
    .helpOption('-h, --help', 'show this')
    .addHelpText('after', `\nVariables:\n${listVariables()}\n\nExample:\n  PORT=8080 npm start -- --empty`)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  try {
    const { empty = false, eventsTo } = command.parse(words, { from: 'user' }).opts();
    return { withDemo: !empty, ...(eventsTo !== undefined && { eventsTo }) };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new CommandError(error.message.replace(/^error: /, ''), 'usage');
  }
};

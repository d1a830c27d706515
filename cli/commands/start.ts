import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { calls } from '../../shared/runtime/installation.ts';
import { attempt, CommandError } from '../errors.ts';
import { isHttpUrl, urlOfEvents } from '../local/environment.ts';

/** The environment variables of the local service, as help lists them. `environment.ts` checks them. */
const variables: readonly (readonly [name: string, meaning: string])[] = [
  ['PORT', 'port of the service (default: 3000)'],
  ['DATA_DIR', 'folder to keep data in (default: memory)'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'a DynamoDB engine of your own'],
  ['TABLE_NAME', 'name of the table (default: consent-register)'],
  ['DYNAMODB_PORT', 'port of the engine (default: a free one)'],
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

export const start = new Command('start')
  .description('Runs the service on this machine, with demo data, until Ctrl-C')
  .option('--empty', 'start without demo data')
  .option('--curl', 'print a call of each operation, to paste into a shell')
  .option('--events-to <url>', 'post each event to this URL, as an API destination of EventBridge does', toUrl)
  .addHelpText('after', `\nVariables:\n${listVariables()}\n\nExample:\n  ${calls.startWith} --empty`)
  .action(async ({ empty = false, curl: withCalls = false, eventsTo }, { parent }) => {
    const common = parent?.options.find((option) => parent.getOptionValue(option.attributeName()) !== undefined);
    if (common !== undefined)
      throw new CommandError(`start takes no ${common.long}. Its variables, such as PORT, are in its --help.`, 'usage');
    const exitCode = await attempt(async () => {
      const { runService } = await import('../local/running.ts');
      await runService({ withDemo: !empty, withCalls, ...(eventsTo !== undefined && { eventsTo }) });
    });
    // What it has opened by then would keep the process alive.
    if (exitCode !== 0) process.exit(exitCode);
  });

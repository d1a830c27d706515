import tab from '@bomb.sh/tab/commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command, Help, Option } from '@commander-js/extra-typings';
import { Command as UntypedCommand } from 'commander';
import { calls } from '../shared/runtime/installation.ts';
import { formatExample } from './command.ts';
import { attempt } from './command-error.ts';
import { accessLog } from './commands/access-log.ts';
import { account } from './commands/account.ts';
import { consent } from './commands/consent.ts';
import { doctor } from './commands/doctor.ts';
import { erasure } from './commands/erasure.ts';
import { events } from './commands/events.ts';
import { evidence } from './commands/evidence.ts';
import { init } from './commands/init.ts';
import { key } from './commands/key.ts';
import { log } from './commands/log.ts';
import { notice } from './commands/notice.ts';
import { operations } from './commands/operations.ts';
import { person } from './commands/person.ts';
import { project } from './commands/project.ts';
import { report } from './commands/report.ts';
import { setup } from './commands/setup.ts';
import { start } from './commands/start.ts';
import { user } from './commands/user.ts';
import { interruptibly } from './interruption.ts';
import { checkNotTakenByNpm } from './local/command-line.ts';
import { formatOptions, parse, prepare, programName } from './parsing.ts';
import { chooseFormat } from './printing/format.ts';
import { printError } from './printing/output.ts';
import { productVersion } from './product-version.ts';

/** All commands, with the options common to them. */
export const program = new Command(programName)
  .description(
    `Operates a consent register: the tasks that its HTTP API does not cover. Run it as \`${calls.program}\`.`,
  )
  .option('--stage <name>', 'the deployed stage to work on (default: CONSENT_REGISTER_STAGE)')
  .option(
    '--stack <name>',
    'the CloudFormation stack that the stage is in, if it is one of your own (default: CONSENT_REGISTER_STACK)',
  )
  .option('--region <region>', 'AWS region (default: the file of the stage, then your AWS profile)')
  .option('--table <name>', 'the DynamoDB table to work on, instead of a stage')
  .option('--erasures-table <name>', 'with --table: the table that lists erasures')
  .option('--log-table <name>', 'with --table: the table that holds the log')
  .option('--local', `work on the local service (\`${calls.start}\`) that runs`)
  .option('--port <number>', 'with --local: the port of the service, if several run (default: PORT)')
  .option('--json', 'print data and errors as JSON, without notes, for scripts')
  .option('--full', 'print ids and hashes in tables in full')
  .commandsGroup('Set up a stage:')
  .addCommand(init)
  .addCommand(setup)
  .addCommand(doctor)
  .commandsGroup('Try it on this machine:')
  .addCommand(start)
  .commandsGroup('Operate a register:')
  .addCommand(account)
  .addCommand(user)
  .addCommand(project)
  .addCommand(notice)
  .addCommand(consent)
  .addCommand(evidence)
  .addCommand(events)
  .addCommand(person)
  .addCommand(erasure)
  .addCommand(report)
  .addCommand(key)
  .addCommand(accessLog)
  .addCommand(operations)
  .addCommand(log);

prepare(program);
program.addHelpText('after', () => `${formatExample('account list --stage prod')}\n\n${formatOptions(program)}`);

/**
 * Works only before any command. It is not one of commander's program options: commander would accept it after a command too, and
 * `notice show` has its own `--version`.
 */
const versionOption = new Option('-V, --version', 'print the version of this program');

program.configureHelp({
  ...program.configureHelp(),
  visibleOptions: (command) => [versionOption, ...new Help().visibleOptions(command)],
});

/** Adds the hidden command that generates completions for bash and zsh and answers them. */
const addCompletion = (program: CommandUnknownOpts): void => {
  if (!(program instanceof UntypedCommand)) throw new TypeError('Not a command of the library that completes.');
  tab(program);
};

addCompletion(program);

/** Our options that npm would consume if they are not after `--`. */
const ownOptions = ['stage', 'stack', 'table', 'erasures-table', 'log-table', 'local', 'port'];

const runWords = async (words: readonly string[]): Promise<void> => {
  if (asksVersion(words)) process.stdout.write(`${productVersion}\n`);
  else await parse(program, words);
};

/** Runs the typed command, prints what ends it early, and returns its exit code. */
export const runProgram = async (words: readonly string[]): Promise<number> => {
  chooseFormat({ json: words.includes('--json'), full: words.includes('--full') });
  return attempt(async () => {
    if (process.env.npm_lifecycle_event === 'admin') checkNotTakenByNpm('npm run admin', ownOptions);
    await interruptibly(() => runWords(words));
  }, printError);
};

/** Whether the first word is that option. */
const asksVersion = ([first = '']: readonly string[]): boolean =>
  [versionOption.short, versionOption.long].includes(first);

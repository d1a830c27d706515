import tab from '@bomb.sh/tab/commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command, CommanderError, Help, Option } from '@commander-js/extra-typings';
import { Command as UntypedCommand } from 'commander';
import leven from 'leven';
import { callOf, calls, programName, readVersion } from '../shared/runtime/installation.ts';
import { formatExample } from './action.ts';
import { accessLog } from './commands/access-log.ts';
import { account } from './commands/account.ts';
import { consent } from './commands/consent.ts';
import { doctor } from './commands/doctor.ts';
import { erasure } from './commands/erasure.ts';
import { events } from './commands/events.ts';
import { evidence } from './commands/evidence.ts';
import { init } from './commands/init.ts';
import { key } from './commands/key.ts';
import { links } from './commands/links.ts';
import { log } from './commands/log.ts';
import { notice } from './commands/notice.ts';
import { operations } from './commands/operations.ts';
import { person } from './commands/person.ts';
import { project } from './commands/project.ts';
import { report } from './commands/report.ts';
import { setup } from './commands/setup.ts';
import { start } from './commands/start.ts';
import { user } from './commands/user.ts';
import { attempt, CommandError } from './errors.ts';
import { chooseFormat, chooseHints } from './output/format.ts';
import { printError, writeNote } from './output/print.ts';

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
  .addCommand(links)
  .addCommand(erasure)
  .addCommand(report)
  .addCommand(key)
  .addCommand(accessLog)
  .addCommand(operations)
  .addCommand(log);

/** Runs the typed command, prints what ends it early, and returns its exit code. */
export const runProgram = async (words: readonly string[]): Promise<number> => {
  chooseFormat({ json: words.includes('--json'), full: words.includes('--full') });
  chooseHints(program, words);
  return attempt(async () => {
    checkNotTakenByNpm();
    if (asksVersion(words)) process.stdout.write(`${readVersion()}\n`);
    else await parse(words);
  }, printError);
};

/** The scripts of npm that run this program, as they are called with words after them. */
const scripts: Readonly<Record<string, string>> = { admin: calls.program, start: calls.startWith };

/** npm consumes options before `--` as its own, and sets a variable for each. @throws CommandError usage when it took one of ours */
const checkNotTakenByNpm = (): void => {
  const script = scripts[process.env.npm_lifecycle_event ?? ''];
  if (script === undefined) return;
  const options = [...program.options, ...start.options]
    .map(({ long = '' }) => long)
    .filter((long) => long !== '--json');
  const taken = options.find((long) => process.env[`npm_config_${long.slice(2).replaceAll('-', '_')}`] !== undefined);
  if (taken === undefined) return;
  throw new CommandError(
    `npm read ${taken} as its own option. Put -- before the words of the command: ${script} ... ${taken}`,
    'usage',
  );
};

/**
 * Works only before any command. It is not one of commander's program options: commander would accept it after a command too, and
 * `notice show` has its own `--version`.
 */
const versionOption = new Option('-V, --version', 'print the version of this program');

/** Whether the first word is that option. */
const asksVersion = ([first = '']: readonly string[]): boolean =>
  [versionOption.short, versionOption.long].includes(first);

/** The sections of the usual help, each with its heading. */
const formatSections = (command: CommandUnknownOpts, helper: Help): readonly string[] =>
  Help.prototype.formatHelp
    .call(helper, command, helper)
    .trimEnd()
    .split(/\n\n(?=\S)/);

const isOptions = (section: string): boolean => section.startsWith('Options:');

/** The usual help. One that lists commands starts with them: its options follow the example. */
const formatHelp = (command: CommandUnknownOpts, helper: Help): string => {
  const sections = formatSections(command, helper);
  const shown = command.commands.length > 0 ? sections.filter((section) => !isOptions(section)) : sections;
  return `${shown.join('\n\n')}\n`;
};

/** The section of a command's own options, which its usual help leaves out if it lists commands. */
const formatOptions = (command: CommandUnknownOpts): string => {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: process.stdout.columns });
  return formatSections(command, helper).filter(isOptions).join('');
};

/** Settings for every command of a tree: throw instead of exiting, and list commands before options. */
const prepare = (command: CommandUnknownOpts): void => {
  command
    .exitOverride((error) => {
      const wrong = explain(error, command);
      throw wrong === undefined ? error : new CommandError(wrong, 'usage');
    })
    .helpCommand(false)
    .configureHelp({ formatHelp })
    .configureOutput({ outputError: () => {}, writeErr: writeNote });
  for (const child of command.commands) prepare(child);
};

/** Adds the hidden command that generates completions for bash and zsh and answers them. */
const addCompletion = (program: CommandUnknownOpts): void => {
  if (!(program instanceof UntypedCommand)) throw new TypeError('Not a command of the library that completes.');
  tab(program);
};

prepare(program);
program.addHelpText('after', () => `${formatExample('account list --stage prod')}\n\n${formatOptions(program)}`);
program.configureHelp({
  ...program.configureHelp(),
  visibleOptions: (command) => [versionOption, ...new Help().visibleOptions(command)],
});
addCompletion(program);

/** What is wrong with the words, and how they are right; undefined if help was requested. */
const explain = (error: CommanderError, command: CommandUnknownOpts): string | undefined => {
  if (error.exitCode === 0) return undefined;
  if (error.code === 'commander.help') return 'A command is missing. --help lists them.';
  if (/^error: unknown option '(?:-V|--version)/.test(error.message)) {
    return `This command has no --version. \`${callOf('--version')}\` shows the version of the program.`;
  }
  return `${explainWords(error, command)}\n${describeUsage(command)}`;
};

/** The same without the usage, in a line or two. */
const explainWords = ({ code, message }: CommanderError, command: CommandUnknownOpts): string => {
  const [place] = command.registeredArguments.filter(({ required }) => required).map((argument) => argument.name());
  if (/^error: unknown option '--out/.test(message) && (place === 'folder' || place === 'file'))
    return `This command has no --out. Give the ${place} without it.`;
  const line = message.replace(/^error: /, '');
  if (code !== 'commander.unknownCommand') return line;
  const meant = findMeant(message);
  const [first = ''] = meant;
  const suggested = meant.length > mostNamed ? `${first}, or the like of another noun` : listAny(meant);
  const guessed = meant.length === 0 ? line : `${line.replace(/\n.*$/s, '')}\n(Did you mean ${suggested}?)`;
  const isOfNoun = meant.length === 0 && line.includes('\n');
  return command.parent === null || isOfNoun ? guessed : `${guessed}\n${listVerbs(command)}`;
};

/** What a noun has, where another word was typed. */
const listVerbs = (noun: CommandUnknownOpts): string =>
  `${namesOf(noun).join(' ')} has: ${noun.commands.map((verb) => verb.name()).join(', ')}.`;

/** How a command is typed, and the line that shows its help. */
const describeUsage = (command: CommandUnknownOpts): string => {
  const [, ...words] = command.createHelp().commandUsage(command).split(' ');
  const help = callOf([...namesOf(command), '--help'].join(' '));
  return `Usage: ${callOf(words.join(' '))}\nHelp:  ${help}`;
};

/** The words that name a command. */
const namesOf = (command: CommandUnknownOpts): readonly string[] =>
  command.parent === null ? [] : [...namesOf(command.parent), command.name()];

/** All commands below a command, each as the words that name it. */
const namesBelow = (command: CommandUnknownOpts): readonly (readonly string[])[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) => [[child.name()], ...namesBelow(child).map((words) => [child.name(), ...words])]);

const listAny = (names: readonly string[]): string =>
  names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const mostNamed = 4;

/**
 * The commands whose last word is what was typed, or else nearly that: `consent export` for `export` and `exports`. None if one of the
 * same group is as near, which the message has.
 */
const findMeant = (message: string): readonly string[] => {
  const [, typed = ''] = /^error: unknown command '(.*)'/.exec(message) ?? [];
  const near = namesBelow(program).map((words) => {
    const last = words.at(-1) ?? '';
    return { name: words.join(' '), distance: leven(typed, last), length: Math.max(typed.length, last.length) };
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  const [, inGroup] = /\(Did you mean (?:one of )?([\w-]+)/.exec(message) ?? [];
  if (inGroup !== undefined && leven(typed, inGroup) === least) return [];
  return near.filter(({ distance, length }) => distance === least && distance / length < 0.5).map(({ name }) => name);
};

/** Runs the command that words name. @throws CommandError usage when they name none, or with wrong options */
const parse = async (words: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // The help that was asked for.
    if (!(error instanceof CommanderError)) throw error;
  }
};

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError, Help } from '@commander-js/extra-typings';
import leven from 'leven';
import { callOf } from '../shared/runtime/installation.ts';
import { CommandError } from './command-error.ts';
import { writeNote } from './printing/output.ts';

/** The program's name in examples and messages. */
export const programName = 'consent-register';

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
export const formatOptions = (command: CommandUnknownOpts): string => {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: process.stdout.columns });
  return formatSections(command, helper).filter(isOptions).join('');
};

/** Settings for every command of a tree: throw instead of exiting, and list commands before options. */
export const prepare = (command: CommandUnknownOpts): void => {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ formatHelp })
    .configureOutput({ outputError: () => {}, writeErr: writeNote });
  for (const child of command.commands) prepare(child);
};

/** What is wrong with the words, in a line or two; undefined if help was requested. */
const explain = (program: CommandUnknownOpts, { code, message, exitCode }: CommanderError): string | undefined => {
  if (exitCode === 0) return undefined;
  if (code === 'commander.help') return 'A command is missing. --help lists them.';
  if (/^error: unknown option '(?:-V|--version)/.test(message)) {
    return `This command has no --version. \`${callOf('--version')}\` shows the version of the program.`;
  }
  const line = message.replace(/^error: /, '');
  const meant = code === 'commander.unknownCommand' ? findMeant(program, message) : [];
  if (meant.length === 0) return line;
  const [first = ''] = meant;
  const told = meant.length > mostNamed ? `${first}, or the like of another noun` : listAny(meant);
  return `${line.replace(/\n.*$/s, '')}\n(Did you mean ${told}?)`;
};

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
const findMeant = (program: CommandUnknownOpts, message: string): readonly string[] => {
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
export const parse = async (program: CommandUnknownOpts, words: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const wrong = explain(program, error);
    if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  }
};

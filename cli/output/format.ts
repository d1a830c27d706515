import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { callOf } from '../../shared/runtime/installation.ts';

/** How what a command prints looks. */
interface Format {
  /** Whether a script reads it: data and errors are then JSON, and notes are left out. */
  readonly json: boolean;
  /** Whether tables show ids and hashes in full, and not their first characters. */
  readonly full: boolean;
}

let format: Format = { json: false, full: false };

/** Chooses how everything that follows is printed. */
export const chooseFormat = ({ json = false, full = false }: Partial<Format>): void => {
  format = { json, full };
};

export const printsJson = (): boolean => format.json;

export const printsInFull = (): boolean => format.full;

/** A word for a shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same, quoted only where it must be. */
export const toWord = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : quoteForShell(text));

/** A message as its reader can use it: a command in it is a line to paste, and a page of ours a path that opens it. */
export const forReader = (message: string): string => nameCommands(namePages(message));

/** The tree of commands, and the words that were typed to say where to work. */
let hints: { readonly program: CommandUnknownOpts; readonly place: readonly Typed[] } | undefined;

/** Has the commands in all messages that follow be lines that work where these words do. */
export const chooseHints = (program: CommandUnknownOpts, words: readonly string[]): void => {
  hints = { program, place: findPlace(words) };
};

/** An option, and its value unless it is a flag. */
type Typed = readonly [option: string, value?: string];

/** The options that say where a command works; all commands have them but `--account`, which some have. */
const placeOptions = ['stage', 'stack', 'region', 'table', 'erasures-table', 'log-table', 'port', 'account'].map(
  (name) => `--${name}`,
);

const findPlace = (words: readonly string[]): readonly Typed[] =>
  words.flatMap((word, i): Typed[] => {
    if (word === '--local') return [[word]];
    const option = placeOptions.find((each) => word === each || word.startsWith(`${each}=`));
    if (option === undefined) return [];
    const value = word === option ? words[i + 1] : word.slice(option.length + 1);
    return value === undefined ? [] : [[option, value]];
  });

/** The command that words begin with, if they name one and not only a noun; and how many of them name it. */
const findCommand = (
  program: CommandUnknownOpts,
  words: readonly string[],
): readonly [command: CommandUnknownOpts | undefined, names: number] => {
  let [found, names] = [program, 0];
  while (found.commands.length > 0) {
    const child = found.commands.find((each) => each.name() === words[names]);
    if (child === undefined) return [undefined, names];
    [found, names] = [child, names + 1];
  }
  return [found, names];
};

/** The words of a command, with a blank such as `<id>` for each that it needs and that is not there. */
const fillIn = (command: CommandUnknownOpts, names: number, words: readonly string[]): string => {
  const firstOption = words.findIndex((word) => word.startsWith('--'));
  const end = firstOption < 0 ? words.length : firstOption;
  const needed = command.registeredArguments.filter(({ required }) => required).slice(end - names);
  const open = command.options.find(({ long, required }) => required && long === words.at(-1));
  return [
    ...words.slice(0, end),
    ...needed.map((argument) => `<${argument.name()}>`),
    ...words.slice(end),
    ...(open === undefined ? [] : [open.flags.replace(/^.*?(?=<)/, '')]),
  ].join(' ');
};

/** Makes each command in backticks a line that runs it, on the same register as the running command. */
const nameCommands = (message: string): string => {
  if (hints === undefined) return message;
  const { program, place } = hints;
  return message.replaceAll(/`([a-z][^`\n]*)`/g, (unchanged, line: string) => {
    const words = line.split(' ');
    const [command, names] = findCommand(program, words);
    if (command === undefined) return unchanged;
    const takesAccount = command.options.some(({ long }) => long === '--account');
    const added = place.filter(([option]) => !words.includes(option) && (option !== '--account' || takesAccount));
    const suffix = added.map(([option, value]) => ` ${option}${value === undefined ? '' : ` ${toWord(value)}`}`);
    return `\`${callOf(fillIn(command, names, words))}${suffix.join('')}\``;
  });
};

const root = join(import.meta.dirname, '../..');

/**
 * Replaces names of our pages, such as `docs/log.md`, by paths that open them: the reader may be in a folder that has no
 * `docs`. The rest of the message stays as it is.
 *
 * @param folder that has `docs`
 * @param from the folder of the reader's shell
 */
export const namePagesIn = (message: string, folder: string, from: string): string =>
  message.replaceAll(/(?<![\w/.-])docs\/[a-z\d-]+\.md\b/g, (page) => {
    const file = join(folder, page);
    if (!existsSync(file)) return page;
    const near = relative(from, file);
    return near.startsWith('..') ? file : near;
  });

/** The same for the reader of this program. */
const namePages = (message: string): string => namePagesIn(message, root, process.cwd());

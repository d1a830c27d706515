import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Said } from './folders.ts';
import { run } from './folders.ts';

/** The package in a folder, and what runs it. */
export interface Installed {
  readonly folder: string;
  /** The program of Node.js. */
  readonly node: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The words of a command, those with spaces in quotes; what it prints; the exit code, unless it is 0. */
export type Call = readonly [words: string, prints: RegExp, exitCode?: number];

/** Where the package's command is in a folder. */
export const commandIn = (folder: string): string => join(folder, 'node_modules/.bin/consent-register');

/** How each command ended, by its words as typed. */
const ended: (readonly [words: string, code: number])[] = [];

/** Remembers a command that was run. */
export const remember = (words: string, code: number): void => {
  ended.push([words, code]);
};

/** How many commands were run. */
export const countRuns = (): number => ended.length;

const split = (words: string): string[] =>
  [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Runs a command of the package. */
export const call = async ({ folder, node, environment }: Installed, words: string): Promise<Said> => {
  const said = await run(folder, node, [commandIn(folder), ...split(words)], environment);
  remember(words, said.code);
  return said;
};

/**
 * Runs a command that must end as it should.
 *
 * @param values of what stands in braces in the words
 * @throws Error with what it said, when it ends otherwise, prints something else, or says more than two lines of what is wrong
 */
export const check = async (
  installed: Installed,
  [template, prints, exitCode = 0]: Call,
  values: Readonly<Record<string, string>> = {},
): Promise<Said> => {
  const words = template.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const said = await call(installed, words);
  const { code, stdout, stderr } = said;
  if (code !== exitCode || !prints.test(`${stdout}${stderr}`) || /\n\s+at /.test(stderr))
    throw new Error(`${words}: ended with ${code}, not ${prints} with ${exitCode}: ${stdout}${stderr}`);
  return said;
};

interface Command {
  readonly commands: readonly Command[];
  readonly name: () => string;
}

const walk = (command: Command, words: readonly string[]): string[] =>
  command.commands.length === 0
    ? [words.join(' ')]
    : command.commands.flatMap((child) => walk(child, [...words, child.name()]));

/** The commands that `--help` of the installed package tells, with those below them. */
export const listCommands = async ({ folder }: Installed): Promise<string[]> => {
  const file = join(folder, 'node_modules/consent-register/cli/program.js');
  const { program } = (await import(pathToFileURL(file).href)) as { readonly program: Command };
  return walk(program, []);
};

/**
 * Compares what was run to its end with all commands.
 *
 * @param left commands that nothing here runs to their end, each with the reason
 * @returns how many were run
 * @throws Error when another was not run, or one of `left` was
 */
export const compareCommands = (all: readonly string[], left: Readonly<Record<string, string>>): number => {
  const isDone = (command: string): boolean =>
    ended.some(([words, code]) => code === 0 && `${words} `.startsWith(`${command} `));
  const missing = all.filter((command) => !isDone(command) && left[command] === undefined);
  const stale = Object.keys(left).filter((command) => isDone(command) || !all.includes(command));
  if (missing.length > 0) throw new Error(`not run to their end, without a reason: ${missing.join(', ')}`);
  if (stale.length > 0) throw new Error(`run to their end, or no commands: ${stale.join(', ')}`);
  return all.filter(isDone).length;
};

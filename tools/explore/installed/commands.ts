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
 * Compares what was run with all commands.
 *
 * @param refused commands that nothing here runs to their end, each with the reason
 * @returns how many were run, and those that were only refused
 * @throws Error when a command was not run, or one of `refused` was
 */
export const compareCommands = (all: readonly string[], refused: Readonly<Record<string, string>>) => {
  const codesOf = (command: string): number[] =>
    ended.filter(([words]) => `${words} `.startsWith(`${command} `)).map(([, code]) => code);
  const missing = all.filter((command) => codesOf(command).length === 0);
  const only = all.filter((command) => !codesOf(command).includes(0)).filter((command) => !missing.includes(command));
  const unexplained = only.filter((command) => refused[command] === undefined);
  const stale = Object.keys(refused).filter((command) => !only.includes(command));
  if (missing.length > 0) throw new Error(`not run: ${missing.join(', ')}`);
  if (unexplained.length > 0) throw new Error(`never run to their end, without a reason: ${unexplained.join(', ')}`);
  if (stale.length > 0) throw new Error(`run to their end, or no commands: ${stale.join(', ')}`);
  return { done: all.length - only.length, only };
};

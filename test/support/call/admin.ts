import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { forReader } from '../../../cli/output/format.ts';
import { program, runProgram } from '../../../cli/program.ts';
import type { Outcome } from '../../e2e/command.ts';
import { erasures, logTable, table } from '../make/table.ts';
import { actAs } from './rights.ts';

/** A command that does something, by the words that call it. */
export interface Leaf {
  readonly name: string;
  readonly isChanging: boolean;
  /** Those of its own, as they are typed. */
  readonly options: readonly (string | undefined)[];
}

/** The option of every command that changes something; another may have a `--reason` of another kind. */
const whyChanged = '--reason <text>';

const walk = (command: CommandUnknownOpts, words: readonly string[]): Leaf[] => {
  if (command.commands.length > 0) {
    return command.commands.flatMap((child) => walk(child, [...words, child.name()]));
  }
  const options = command.options.map(({ long }) => long);
  const isChanging = command.options.some(({ flags }) => flags === whyChanged);
  return [{ name: words.join(' '), isChanging, options }];
};

/** All commands but the one that shells ask for completions. */
export const leaves: readonly Leaf[] = walk(program, []).filter(({ name }) => name !== 'complete');

type Kind = keyof typeof exitCodes;

/** All that the last command prints that ended with one line, before or after it said what it works on. */
export const ended = (kind: Kind, message: string, label?: string): Outcome => ({
  exitCode: exitCodes[kind],
  stdout: '',
  stderr: `${label === undefined ? '' : `On ${label}\n`}consent-register: ${forReader(message)}\n`,
});

/** What a command that was called with --json prints of what ended it. */
export const toJsonError = (kind: Kind, message: string): string =>
  `${JSON.stringify({ error: { kind, exitCode: exitCodes[kind], message } }, undefined, 2)}\n`;

// The shell that runs the tests may name a stage, a stack and an account.
delete process.env.CONSENT_REGISTER_STAGE;
delete process.env.CONSENT_REGISTER_STACK;
delete process.env.CONSENT_REGISTER_ACCOUNT;

/** Runs the words, and has the calls to AWS be known as those of the command that they begin with. */
const runKnown = async (words: readonly string[]): Promise<number> => {
  const leaf = leaves.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (leaf === undefined) return runProgram(words);
  return actAs(`command ${leaf.name}`, () => runProgram(words));
};

/** Runs an operators' command in this process, as a script does, and returns what it printed. */
export const runAdmin = async (...words: readonly string[]): Promise<Outcome> => {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      printed[stream] += chunk;
      return true;
    }),
  );
  const onError = vi.spyOn(console, 'error').mockImplementation((message) => {
    printed.stderr += `${message}\n`;
  });
  try {
    return { exitCode: await runKnown(words), ...printed };
  } finally {
    for (const spy of [...spies, onError]) spy.mockRestore();
  }
};

/** Runs a command on the tables of this test file. */
export const admin = (...words: readonly string[]): Promise<Outcome> =>
  runAdmin(...words, '--table', table.name, '--erasures-table', erasures.name, '--log-table', logTable.name);

/** The data of a command on the table of this test file, which must succeed. */
export const adminData = async (...words: readonly string[]) => {
  const { exitCode, stdout, stderr } = await admin(...words, '--json');
  if (exitCode !== 0) throw new Error(`The command failed: ${stderr}`);
  return JSON.parse(stdout);
};

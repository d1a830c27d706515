import { vi } from 'vitest';
import { runProgram } from '../../cli/program.ts';
import type { Outcome } from '../e2e/command.ts';
import { actAs } from './actor.ts';
import { leaves } from './admin-tree.ts';
import { erasures, logTable, table } from './table.ts';

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

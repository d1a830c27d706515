import { expect } from 'vitest';
import { run } from '../e2e/command.ts';

/** What installs a packed client in an empty folder, and walks with it. */
export interface Walker {
  /** The program that runs the walk. Where the machine has none, the walk is skipped. */
  readonly program: string;
  /** Packs the client, installs it in the folder and puts the walk beside it. Returns the words that run the walk there. */
  readonly install: (folder: string) => Promise<readonly string[]>;
}

/** Runs a program in the repository, and fails with all it printed unless it ends well. Returns what it printed. */
export const succeed = async (
  program: string,
  options: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const { exitCode, stdout, stderr } = await run(program, options, settings);
  expect([exitCode, exitCode === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  return stdout;
};

/** The same in another folder. */
export const succeedIn = (
  folder: string,
  words: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<string> => succeed('sh', ['-c', 'cd "$0" && exec "$@"', folder, ...words], settings);

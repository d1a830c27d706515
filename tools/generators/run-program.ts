import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CommandLine } from './generator.ts';

const minutes = 15;

/** What a program printed last, which says why it failed. */
const lastLines = (output: string): string => output.trim().split('\n').slice(-25).join('\n');

/**
 * Runs a program to its end.
 *
 * @throws Error with the last lines that it printed, when it cannot start, fails or takes more than 15 minutes
 */
export const runProgram = async (
  [program, ...parameters]: CommandLine,
  directory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> => {
  try {
    await promisify(execFile)(program, parameters, {
      cwd: directory,
      env: { ...process.env, ...environment },
      timeout: minutes * 60_000,
      maxBuffer: 64 * 2 ** 20,
    });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(lastLines(`${stdout}\n${stderr}`) || message, { cause: error });
  }
};

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { personalEnvironment } from './environment.ts';
import { repository } from './service.ts';

/** What a person sees of a command that has ended. */
export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end in the repository, with the environment of a person's shell. */
export const run = async (
  program: string,
  options: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Outcome> => {
  const child = spawn(program, options, {
    cwd: repository,
    env: personalEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([exitCode, text(child.stdout), text(child.stderr)]);
  return { exitCode: code, stdout, stderr };
};

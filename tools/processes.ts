import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const running = new Map<ChildProcess, NodeJS.Signals>();
const directories = new Set<string>();

const sleepNow = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

/** A program that is just ending may still write into its directory. */
const removeNow = (directory: string): void => {
  for (let i = 0; i < 20 && existsSync(directory); i += 1) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      sleepNow(100);
    }
  }
};

process.once('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
  for (const directory of directories) removeNow(directory);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Starts a program that does not outlive this process. @param signal what ends it at once */
export const launch = (
  program: string,
  parameters: readonly string[],
  options: SpawnOptions = {},
  signal: NodeJS.Signals = 'SIGKILL',
): ChildProcess => {
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.set(child, signal);
  child.once('exit', () => running.delete(child));
  return child;
};

export const stop = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/**
 * Runs a program to its end.
 *
 * @throws Error with the last line it printed, when it cannot start or fails
 */
export const run = async (
  program: string,
  parameters: readonly string[],
  options: SpawnOptions & { readonly input?: string } = {},
): Promise<void> => {
  const child = launch(program, parameters, { ...options, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output.trim() || `${program} failed.`);
};

/** An empty directory that is removed when this process ends. */
export const makeDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-peer-'));
  directories.add(directory);
  return directory;
};

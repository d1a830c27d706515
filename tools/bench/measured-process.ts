import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const status = '/proc/self/status';

/**
 * Bytes of memory that this process had at most. Linux tells it of the program itself; what `getrusage` tells there begins with the memory of the process
 * that started it.
 */
export const readPeakMemory = (): number =>
  existsSync(status)
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1_024
    : process.resourceUsage().maxRSS * 1_024;

/** The heap that Node may have in a function of 512 MB, which is 90 % of it. */
const heap = ['--expose-gc', '--max-old-space-size=460'];

/**
 * Runs a file as a process of its own, as Lambda runs a container: hands it a task, and returns what it sends back.
 *
 * @throws Error when the process ends before that
 */
export const runInContainer = async (file: URL, task: object): Promise<unknown> => {
  const child = fork(file, { execArgv: heap });
  child.send(task);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The container ended without an answer.')));
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return answer;
};

const program = join(import.meta.dirname, '../../cli/bin.js');

/** Runs in each process of Node before anything else, that of the command the last: tells at the end what the operating system saw of it. */
const peakReader = `import { writeSync } from 'node:fs';
import { readPeakMemory } from '${import.meta.url}';
process.on('exit', () => writeSync(3, readPeakMemory() + ' '));`;

/** What one run of a command took. */
interface MeasuredRun {
  readonly printed: string;
  /** Bytes of memory at most. */
  readonly peak: number;
  readonly seconds: number;
}

/** Runs an operators' command in a process of its own, as a script does. @throws Error when it fails */
export const measureCommand = async (words: readonly string[]): Promise<MeasuredRun> => {
  const hook = `data:text/javascript,${encodeURIComponent(peakReader)}`;
  const start = performance.now();
  const child = spawn(program, words, {
    env: { ...process.env, NODE_OPTIONS: `--import ${hook}` },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [, output, , measured] = child.stdio;
  const closed = once(child, 'close');
  const [printed, peaks] = await Promise.all([
    text(output as AsyncIterable<Buffer>),
    text(measured as unknown as AsyncIterable<Buffer>),
  ]);
  const [exitCode] = await closed;
  if (exitCode !== 0) throw new Error(`The command ended with exit code ${exitCode}.`);
  return {
    printed,
    peak: Number(peaks.trim().split(' ').at(-1)),
    seconds: (performance.now() - start) / 1_000,
  };
};

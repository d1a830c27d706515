import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../cli/local/loopback.ts';
import { personalEnvironment } from '../test/e2e/environment.ts';
import { findGroup, signalGroup } from '../test/e2e/processes.ts';

/** The local service as `npm start` runs it, in processes of its own. */
export interface Service {
  readonly port: number;
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** Process ids of the service itself and of the engine that it started. */
  readonly pids: { readonly service: number; readonly engine: number | undefined };
  readonly stop: () => Promise<void>;
}

const command = fileURLToPath(new URL('../cli/bin.js', import.meta.url));
const readyLine = 'Ctrl-C stops it.';

/**
 * Starts the local service with demo data, in memory, and waits until it is ready.
 *
 * @param preload URL of a module that is loaded before its own code, and that messages to the child reach
 */
export const startService = async (preload?: string): Promise<Service> => {
  const port = await findFreePort();
  const child = spawn(process.execPath, [command, 'start'], {
    env: personalEnvironment({ PORT: String(port), ...(preload && { NODE_OPTIONS: `--import=${preload}` }) }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : ['ipc' as const])],
  });
  const group = child.pid ?? Number.NaN;
  process.once('exit', () => signalGroup(group, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const ended = once(child, 'exit');
  const ready = new Promise<void>((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        if (output.includes(readyLine)) return;
        output += chunk;
        if (output.includes(readyLine)) resolve();
      });
    }
  });
  await Promise.race([ready, ended.then(() => Promise.reject(new Error('The service ended before it was ready.')))]);
  const engine = (await findGroup(group)).find(({ pid }) => pid !== group);
  const stop = async (): Promise<void> => {
    signalGroup(group, 'SIGINT');
    await ended;
  };
  return { port, baseUrl: `http://127.0.0.1:${port}`, child, pids: { service: group, engine: engine?.pid }, stop };
};

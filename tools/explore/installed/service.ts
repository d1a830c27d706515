import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../cli/local/loopback.ts';
import type { Installed } from './commands.ts';
import { commandIn, remember } from './commands.ts';
import { toEnvironment } from './folders.ts';

/** A local service that the package runs. */
export interface Service {
  readonly port: number;
  /** The package, for commands with `--local`. */
  readonly installed: Installed;
  readonly stop: () => Promise<void>;
}

/** Starts the service of the package. @throws Error with what it said, when it ends */
export const startService = async (installed: Installed, ...words: readonly string[]): Promise<Service> => {
  const port = await findFreePort();
  const environment = { ...installed.environment, PORT: String(port) };
  const { folder, node } = installed;
  const service = spawn(node, [commandIn(folder), 'start', ...words], { cwd: folder, env: toEnvironment(environment) });
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(service, 'exit');
  const stop = async (): Promise<void> => {
    service.kill('SIGINT');
    await ended;
  };
  process.once('exit', () => service.kill('SIGINT'));
  while (!said.includes('Ctrl-C stops it.')) {
    if (service.exitCode !== null) throw new Error(`start ${words.join(' ')} ended: ${said}`);
    await sleep(200);
  }
  remember('start', 0);
  return { port, installed: { ...installed, environment }, stop };
};

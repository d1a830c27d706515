import { existsSync } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresql } from './installation.ts';
import { familyMemory } from './memory.ts';
import { launch, makeDirectory, run, stop } from './processes.ts';

/** A running PostgreSQL with an empty database, reachable only by its socket in a directory of its own. */
export interface Postgresql {
  readonly connectionString: string;
  readonly measureMemory: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL does not run as root: there it runs as nobody. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

const makeOwnDirectory = async (): Promise<string> => {
  const directory = await makeDirectory();
  if (user) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
  return directory;
};

const waitForFile = async (file: string): Promise<void> => {
  for (let i = 0; i < 600; i += 1) {
    if (existsSync(file)) return;
    await sleep(50);
  }
  throw new Error('it did not become ready within 30 seconds.');
};

/**
 * Starts PostgreSQL with its default settings and data that end with this process.
 *
 * @throws Error that says why there is none
 */
export const startPostgresql = async (): Promise<Postgresql> => {
  const programs = await findPostgresql();
  if (programs === undefined) throw new Error(`its package has no programs for ${process.platform}-${process.arch}.`);
  const directory = await makeOwnDirectory();
  const options = { ...user, cwd: directory, env: { ...process.env, HOME: directory } };
  const data = join(directory, 'data');
  const settings = ['--pgdata', data, '--username', 'bench', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'];
  await run(join(programs, 'initdb'), settings, options);
  const server = launch(
    join(programs, 'postgres'),
    ['-D', data, '-k', directory, '-c', 'listen_addresses='],
    { ...options, stdio: 'ignore' },
    'SIGQUIT',
  );
  await waitForFile(join(directory, '.s.PGSQL.5432'));
  return {
    connectionString: `postgresql://bench@/postgres?host=${encodeURIComponent(directory)}`,
    measureMemory: () => familyMemory(server.pid ?? Number.NaN),
    stop: () => stop(server, 'SIGINT'),
  };
};

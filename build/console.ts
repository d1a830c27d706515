import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The file of the console's function, next to its code. */
export const consoleFile = 'console.json';

/** The console as its function reads it, at the best compression: the same code gives the same text. */
export const makePackedConsole = async (): Promise<string> => {
  const [{ packConsole }, { makeConsole }] = await Promise.all([
    import('../functions/console/files.ts'),
    import('../pages/build-console.ts'),
  ]);
  return JSON.stringify(await packConsole(await makeConsole(), 11));
};

/**
 * The console in a folder, made if it is not there. The folder appears whole or not at all, and replaces others like it. Making takes
 * seconds, so a line on standard error says so first.
 *
 * @returns the path of the file
 */
export const findConsole = async (folder: string, make = makePackedConsole): Promise<string> => {
  const file = join(folder, consoleFile);
  if (existsSync(file)) return file;
  console.error('Building the console, once for this state of its sources. /console answers when it is built.');
  const kept = join(folder, '..');
  await mkdir(kept, { recursive: true });
  const making = await mkdtemp(join(kept, 'making-'));
  try {
    await writeFile(join(making, consoleFile), await make());
    await rename(making, folder).catch((error) => {
      // Another service was faster.
      if (!existsSync(file)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await removeOthers(kept, folder);
  return file;
};

const removeOthers = async (kept: string, folder: string): Promise<void> => {
  const others = (await readdir(kept)).map((other) => join(kept, other)).filter((other) => other !== folder);
  for (const other of others) if (!other.includes('making-')) await rm(other, { recursive: true, force: true });
};

/** What the console is made of, and how. */
const sources = [
  'pages',
  'verifier',
  'shared',
  'client/typescript',
  'functions/console',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const listFiles = async (source: string): Promise<readonly string[]> => {
  if (source.endsWith('.json')) return [source];
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();
};

/** The files that the console is made of, from the root. */
export const listSources = async (): Promise<readonly string[]> => (await Promise.all(sources.map(listFiles))).flat();

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of await listSources()) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 32);
};

// The local service runs this file: it reads the path of the console of the sources as they are.
if (import.meta.main) {
  // The service may have ended while the console was built.
  process.stdout.on('error', () => {});
  process.stdout.write(await findConsole(join(root, 'node_modules/.cache/console', await hashSources())));
}

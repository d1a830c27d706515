import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { answerFrom } from '../../functions/console/console-function.ts';
import { PackedConsole } from '../../functions/console/files.ts';
import { findCode } from '../../infra/code.ts';
import { consoleRoutes } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { isInstalled } from '../../shared/runtime/installation.ts';

const root = join(import.meta.dirname, '../..');

/** What the console is made of, and how. */
const sources = ['pages', 'verifier', 'shared', 'client/typescript', 'functions/console', 'package-lock.json'];

/** Where built consoles are kept: a folder for each state of the sources. */
const kept = join(root, 'node_modules/.cache/console');

const name = 'console.json';

const listFiles = async (source: string): Promise<readonly string[]> => {
  if (source.endsWith('.json')) return [source];
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();
};

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map(listFiles))).flat())
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 32);
};

/** Builds the console in a process of its own, whose memory the service does not need. The folder appears whole, or not at all. */
const build = async (folder: string): Promise<void> => {
  await mkdir(kept, { recursive: true });
  const making = await mkdtemp(join(kept, 'making-'));
  try {
    await promisify(execFile)(process.execPath, [join(root, 'build/console.ts'), making]);
    await rename(making, folder).catch((error) => {
      // Another service was faster.
      if (!existsSync(join(folder, name))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};

const removeOthers = async (folder: string): Promise<void> => {
  const others = (await readdir(kept)).map((other) => join(kept, other)).filter((other) => other !== folder);
  for (const other of others) if (!other.includes('making-')) await rm(other, { recursive: true, force: true });
};

/** The console in a folder, built before if it is not there. That takes seconds, so the terminal shows it. */
export const findBuilt = async (folder: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const file = join(folder, name);
  if (!existsSync(file)) {
    console.info('Building the console, once for this state of its sources. /console answers when it is built.');
    await make(folder);
  }
  return file;
};

/** The file with the console: that of the package, or one that was built of the sources as they are. */
const findFile = async (): Promise<string> => {
  if (isInstalled) return join(findCode('console'), name);
  return findBuilt(join(kept, await hashSources()), async (folder) => {
    await build(folder);
    await removeOthers(folder);
  });
};

/** The answer when the console cannot be built, such as while somebody edits it. */
const unbuilt = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console could not be built. The terminal of the local service shows the error.\n',
};

/** Milliseconds that the first answers of the service have the machine to themselves. */
const headStart = 2_000;

/**
 * The console at `/console`, by route key. Where it has to be built, that begins with the first request for it, or a moment after the
 * start, and delays no other answer. After a failure the next request tries again.
 */
export const buildConsoleRoutes = (find = findFile): ReadonlyMap<string, HttpFunction> => {
  let found: Promise<string> | undefined;
  let files: PackedConsole | undefined;
  const begin = (): Promise<string> => {
    found ??= find();
    return found;
  };
  setTimeout(() => begin().catch(() => {}), headStart).unref();
  const run: HttpFunction = async (event) => {
    try {
      files ??= v.parse(PackedConsole, JSON.parse(await readFile(await begin(), 'utf8')));
      return answerFrom(files, event);
    } catch (error) {
      found = undefined;
      console.error('The console could not be built; the service runs without it.', error);
      return unbuilt;
    }
  };
  return new Map(consoleRoutes.map(({ method, path }) => [`${method} ${path}`, run]));
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { answerFrom, PackedConsole } from '../../functions/console/files.ts';
import { findCode } from '../../infra/code.ts';
import { consoleRoutes } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { isInstalled } from '../../shared/runtime/installation.ts';

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

/** Milliseconds that the first answers of the service have the machine to themselves. */
const headStart = 2_000;

/** The file with the console: that of the package, or one that a process of its own builds of the sources, whose memory the service does not need. */
const findFile = async (): Promise<string> => {
  if (isInstalled) return join(findCode('console'), 'console.json');
  const builder = join(import.meta.dirname, '../../build/console.ts');
  const building = spawn(process.execPath, [builder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [file, [exitCode]] = await Promise.all([text(building.stdout), once(building, 'close')]);
  if (exitCode !== 0) throw new Error('What is wrong stands above.');
  return file;
};

/** The answer when the console cannot be built, such as while somebody edits it. */
const unbuilt = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console could not be built. The terminal of the local service shows the error.\n',
};

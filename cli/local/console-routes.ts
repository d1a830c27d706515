import type { ConsoleFile } from '../../pages/build-console.ts';
import { answerFrom } from '../../functions/console/console-function.ts';
import type { PackedConsole } from '../../functions/console/packed-console.ts';
import { packConsole } from '../../functions/console/packed-console.ts';
import { consoleRoutes } from '../../shared/console.ts';
import type { HttpFunction } from '../../shared/operation.ts';

/** Fast compression: nobody waits for a network here. */
const quality = 5;

/** The answer when the console cannot be built, such as while somebody edits it. */
const unbuilt = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console could not be built. The terminal of the local service shows the error.\n',
};

/** Loads what builds the console only when it does: the service starts without it. */
const build = async (): Promise<readonly ConsoleFile[]> => {
  const { makeConsole } = await import('../../pages/console-files.ts');
  return makeConsole();
};

const pack = async (make: typeof build): Promise<PackedConsole | undefined> => {
  try {
    return await packConsole(await make(), quality);
  } catch (error) {
    console.error('The console could not be built; the service runs without it.', error);
    return undefined;
  }
};

/** The console at `/console`, by route key. Its build starts here and does not delay the service. */
export const buildConsoleRoutes = (make = build): ReadonlyMap<string, HttpFunction> => {
  const packed = pack(make);
  const run: HttpFunction = async (event) => {
    const files = await packed;
    return files === undefined ? unbuilt : answerFrom(files, event);
  };
  return new Map(consoleRoutes.map(({ method, path }) => [`${method} ${path}`, run]));
};

import { answerFrom } from '../../hosting/console-function.ts';
import type { PackedConsole } from '../../hosting/packed-console.ts';
import { packConsole } from '../../hosting/packed-console.ts';
import { consoleRoutes } from '../../hosting/routes.ts';
import type { HttpFunction } from '../../shared/operation.ts';

/** Packed quickly: nobody waits for a network here. */
const quality = 5;

/** Stands in the place of a console that cannot be built, such as while somebody changes it. */
const unbuilt = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console could not be built. The terminal of the local service says why.\n',
};

const pack = async (): Promise<PackedConsole | undefined> => {
  try {
    const { makeConsole } = await import('../console/console-files.ts');
    return await packConsole(await makeConsole(), quality);
  } catch (error) {
    console.error('The console could not be built; the service runs without it.', error);
    return undefined;
  }
};

/** The console at `/console`, by route key. It is built from here on, while the service answers already, and the service runs without it. */
export const buildConsoleRoutes = (): ReadonlyMap<string, HttpFunction> => {
  const packed = pack();
  const run: HttpFunction = async (event) => {
    const files = await packed;
    return files === undefined ? unbuilt : answerFrom(files, event);
  };
  return new Map(consoleRoutes.map(({ method, path }) => [`${method} ${path}`, run]));
};

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildConsoleRoutes, findBuilt } from '../../../cli/local/built-console.ts';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import type { HttpFunction } from '../../../shared/api/stack.ts';
import { toConsoleEvent } from '../../support/call/signpost.ts';
import { newFolder } from '../../support/make/machine.ts';

const ask = async (routes: ReadonlyMap<string, HttpFunction>, path: string) => {
  const event = toConsoleEvent('GET', path);
  return routes.get(event.routeKey)?.(event, newLambdaContext('console'));
};

test('routes as a stage does, and answers while it is still being built', async () => {
  const routes = buildConsoleRoutes();

  expect([...routes.keys()]).toEqual([
    'GET /console',
    'GET /console/{file+}',
    'HEAD /console',
    'HEAD /console/{file+}',
  ]);
  expect(await ask(routes, '/console')).toMatchObject({ statusCode: 200 });
  expect(await ask(routes, '/console/missing.js')).toMatchObject({ statusCode: 404 });
});

test('what cannot be built is said, and stops nothing', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const routes = buildConsoleRoutes(async () => {
    throw new Error('Unexpected "}"');
  });

  expect(await ask(routes, '/console')).toMatchObject({
    statusCode: 500,
    body: 'The console could not be built. The terminal of the local service shows the error.\n',
  });
  expect(log.mock.calls).toEqual([
    ['The console could not be built; the service runs without it.', new Error('Unexpected "}"')],
  ]);
});

test('a console that has to be built is announced before the first answer waits for it', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  const folder = join(newFolder(), 'none');
  const routes = buildConsoleRoutes(() =>
    findBuilt(folder, async () => {
      expect(info).toHaveBeenCalledOnce();
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'console.json'), '{}');
    }),
  );

  await ask(routes, '/console');
  await ask(routes, '/console');
  expect(info.mock.calls).toEqual([
    ['Building the console, once for this state of its sources. /console answers when it is built.'],
  ]);
});

import { expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { buildConsoleRoutes } from '../../../cli/local/pages.ts';
import type { HttpFunction } from '../../../shared/api/stack.ts';
import { toConsoleEvent } from '../../support/call/no-operation.ts';

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

import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { handler } from '../../../functions/no-operation.ts';
import { toConsoleRouteKey, toNoOperationRouteKey } from '../../../shared/api/other-routes.ts';
import type { RequestParts } from './event.ts';
import { toRouteEvent } from './event.ts';

/** The event that an HTTP API makes of a request that no operation takes. */
export const toNoOperationEvent = (method: string, path: string, query = '') =>
  toRouteEvent(toNoOperationRouteKey(method, path), method, path, { query });

/** What `functions/no-operation.ts` answers, as a caller sees it. */
export const askNoOperation = async (method: string, path: string, query = '') => {
  const event = toNoOperationEvent(method, path, query);
  const { statusCode: status, headers = {}, body } = await handler(event, newLambdaContext('noOperation'));
  return { status, headers, text: body };
};

/** The event that an HTTP API makes of a request for the console. */
export const toConsoleEvent = (method: string, path: string, headers: RequestParts['headers'] = {}) =>
  toRouteEvent(toConsoleRouteKey(method, path), method, path, { headers });

import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { handler } from '../../../functions/no-operation.ts';
import { toConsoleRouteKey, toSignpostRouteKey } from '../../../shared/api/other-routes.ts';
import type { RequestParts } from './event.ts';
import { toRouteEvent } from './event.ts';

/** The event that an HTTP API makes of a request that no operation takes. */
export const toSignpostEvent = (method: string, path: string, query = '') =>
  toRouteEvent(toSignpostRouteKey(method, path), method, path, { query });

/** What the signpost answers, as a caller sees it. */
export const askSignpost = async (method: string, path: string, query = '') => {
  const event = toSignpostEvent(method, path, query);
  const { statusCode: status, headers = {}, body } = await handler(event, newLambdaContext('signpost'));
  return { status, headers, text: body };
};

/** The event that an HTTP API makes of a request for the console. */
export const toConsoleEvent = (method: string, path: string, headers: RequestParts['headers'] = {}) =>
  toRouteEvent(toConsoleRouteKey(method, path), method, path, { headers });

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { toConsoleRouteKey } from '../../shared/console.ts';
import { toEvent } from './event.ts';

/** The event that an HTTP API makes of a request for the console. */
export const toConsoleEvent = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyEventV2 => {
  const { requestContext, ...event } = toEvent('details', {}, { headers });
  const routeKey = toConsoleRouteKey(method, path);
  const http = { ...requestContext.http, method, path };
  return { ...event, routeKey, rawPath: path, requestContext: { ...requestContext, routeKey, http } };
};

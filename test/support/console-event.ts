import { toConsoleRouteKey } from '../../shared/console.ts';
import type { RequestParts } from './event.ts';
import { toRouteEvent } from './event.ts';

/** The event that an HTTP API makes of a request for the console. */
export const toConsoleEvent = (method: string, path: string, headers: RequestParts['headers'] = {}) =>
  toRouteEvent(toConsoleRouteKey(method, path), method, path, { headers });

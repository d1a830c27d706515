import type { IncomingMessage } from 'node:http';

/** Whether the caller disconnected before the request was complete: nobody waits for an answer. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.complete;

import type { IncomingMessage } from 'node:http';

/** Whether the caller ended before the request was whole: nobody waits for an answer. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.complete;

/**
 * Loaded into the service before its own code: adds up the time from each request to DynamoDB to its answer, and tells
 * the sum in milliseconds to the parent process when asked. The service makes the requests of a call one by one.
 */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const starts = new WeakMap<ClientRequest, number>();
let milliseconds = 0;

const onRequest = (handle: (request: ClientRequest) => void) => (message: unknown) => {
  const { request } = message as { request: ClientRequest };
  if (String(request.getHeader('x-amz-target')).startsWith('DynamoDB_')) handle(request);
};

diagnostics.subscribe(
  'http.client.request.start',
  onRequest((request) => starts.set(request, performance.now())),
);
diagnostics.subscribe(
  'http.client.response.finish',
  onRequest((request) => {
    milliseconds += performance.now() - (starts.get(request) ?? Number.NaN);
  }),
);
process.on('message', () => process.send?.(milliseconds));

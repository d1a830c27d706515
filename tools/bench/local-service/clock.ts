/**
 * Loaded into the service before its own code. When the parent process asks, it tells of each call since it was asked last
 * how long it took and how much of that DynamoDB Local took; or it takes a profile.
 */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Session } from 'node:inspector/promises';

/** Milliseconds of a call in the service, and of those while a request to DynamoDB was under way; and how many were made. */
export interface ServedCall {
  readonly milliseconds: number;
  readonly engine: number;
  readonly engineCalls: number;
}

const profilerMicroseconds = 100;

let underWay = 0;
let since = 0;
let engine = 0;
let engineCalls = 0;
let start = 0;
let calls: ServedCall[] = [];

const isDynamoDb = (request: ClientRequest): boolean =>
  String(request.getHeader('x-amz-target')).startsWith('DynamoDB_');

const end = (): void => {
  underWay -= 1;
  if (underWay === 0) engine += performance.now() - since;
};

/** The engine often runs while the system still writes the request: its time begins before that, and ends with the body. */
const onSocket = (request: ClientRequest): void => {
  if (underWay === 0) since = performance.now();
  underWay += 1;
  engineCalls += 1;
  request.once('close', end);
};

diagnostics.subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  if (isDynamoDb(request)) request.once('socket', () => onSocket(request));
});
/** The jobs of the log call stand-ins for services of AWS, which answer in the same process. */
const isOfCaller = (message: unknown): boolean => {
  const { request } = message as { request: IncomingMessage };
  return request.headers.authorization?.startsWith('AWS4-') !== true;
};

diagnostics.subscribe('http.server.request.start', (message) => {
  if (!isOfCaller(message)) return;
  [start, engine, engineCalls] = [performance.now(), 0, 0];
});
diagnostics.subscribe('http.server.response.finish', (message) => {
  if (!isOfCaller(message)) return;
  calls.push({ milliseconds: performance.now() - start, engine, engineCalls });
});

const session = new Session();

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  calls: async () => {
    const told = calls;
    calls = [];
    return told;
  },
  'start profile': async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: profilerMicroseconds });
    return session.post('Profiler.start');
  },
  'stop profile': async () => (await session.post('Profiler.stop')).profile,
};

process.on('message', async (question: string) => process.send?.(await answers[question]?.()));

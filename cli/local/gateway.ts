import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { limits } from '../../shared/api/limits.ts';
import { toConsoleRouteKey, toLinkRouteKey, toNoOperationRouteKey } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { calls } from '../../shared/runtime/installation.ts';
import { CommandError } from '../errors.ts';
import { isAborted } from './connection.ts';
import { createLocalServer, listenOnLoopback } from './loopback.ts';

/** The most bytes that an HTTP API accepts in a body. */
const bodyLimit = 10 * 1024 * 1024;

const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
  }
  return length <= bodyLimit ? Buffer.concat(chunks) : undefined;
};

const answerAsGateway = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
};

/** Finds the route for the event: the exact path, or else the longest path with a variable. */
const routeEvent = (
  functions: ReadonlyMap<string, HttpFunction>,
  { requestContext, ...event }: APIGatewayProxyEventV2,
): APIGatewayProxyEventV2 => {
  const { method, path } = requestContext.http;
  const others = [toConsoleRouteKey, toLinkRouteKey, toNoOperationRouteKey].map((toKey) => toKey(method, path));
  const routeKey = [event.routeKey, ...others].find((key) => functions.has(key)) ?? event.routeKey;
  return { ...event, routeKey, requestContext: { ...requestContext, routeKey } };
};

const serve = async (
  functions: ReadonlyMap<string, HttpFunction>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  // Whoever hung up while the service started: the request is whole, and there is nobody to answer.
  if (request.socket.destroyed) return;
  const bytes = await readBody(request);
  if (bytes === undefined) return answerAsGateway(response, 413, 'Request Entity Too Large');
  const event = routeEvent(functions, toHttpEvent(request, bytes));
  const run = functions.get(event.routeKey);
  if (run === undefined) return answerAsGateway(response, 404, 'Not Found');
  if (Buffer.byteLength(JSON.stringify(event)) > limits.eventBytes) {
    return answerAsGateway(response, 413, 'Request Entity Too Large');
  }
  const answer = toHttpAnswer(await run(event, newLambdaContext(event.routeKey)));
  if (answer === undefined) throw new Error(`${event.routeKey}: the result is larger than Lambda can return.`);
  response.writeHead(answer.status, answer.headers).end(answer.body);
};

/**
 * Does what an HTTP API does, on the loopback interface.
 *
 * @param functions route key, such as `POST /login` -> function; requests wait until it resolves
 */
export const startGateway = async (
  port: number,
  functions: Promise<ReadonlyMap<string, HttpFunction>>,
): Promise<Server> => {
  const server = createLocalServer(async (request, response) => {
    try {
      await serve(await functions, request, response);
    } catch (error) {
      if (isAborted(request)) return;
      console.error(error);
      answerAsGateway(response, 500, 'Internal Server Error');
    }
  });
  try {
    await listenOnLoopback(server, port);
  } catch {
    throw new CommandError(
      `Port ${port} cannot be used. Set another one, as in PORT=${port === 8080 ? 3000 : 8080} ${calls.start}.`,
      'usage',
    );
  }
  return server;
};

/** An answer to a caller. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The answer that an HTTP API makes of a function's result. Undefined if Lambda would have failed the call because the result is too
 * large as JSON; the gateway then answers 500.
 */
export const toHttpAnswer = (result: Answer): HttpAnswer | undefined => {
  if (Buffer.byteLength(JSON.stringify(result)) > limits.resultBytes) return undefined;
  const { statusCode: status, headers = {}, body, isBase64Encoded = false } = result;
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
};

/** Media types that an HTTP API passes on as text; all others, including form posts, arrive in base64. */
const textTypes = /^(?:text\/|application\/(?:json|xml|javascript)|application\/[^;]+\+(?:json|xml))/i;

const readHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => name !== 'cookie')
      .map(([name, values]) => [name, (values ?? []).join(',')]),
  );

const encodeBody = (bytes: Buffer, contentType = ''): { body?: string; isBase64Encoded: boolean } => {
  if (bytes.length === 0) return { isBase64Encoded: false };
  const text = bytes.toString();
  return textTypes.test(contentType) && Buffer.from(text).equals(bytes)
    ? { body: text, isBase64Encoded: false }
    : { body: bytes.toString('base64'), isBase64Encoded: true };
};

/** As in an access log: `20/Nov/2026:12:00:00 +0000`. */
const toLogTime = (time: Date): string => {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(time.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
};

/** Joins repeated names with commas. */
const readQuery = (query: string): Record<string, string> => {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
};

/** The event that an HTTP API makes of a request, payload format 2.0. */
const toHttpEvent = (request: IncomingMessage, bytes: Buffer): APIGatewayProxyEventV2 => {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const headers = readHeaders(request);
  const method = request.method ?? 'GET';
  const now = new Date();
  return {
    version: '2.0',
    routeKey: `${method} ${pathname}`,
    rawPath: pathname,
    rawQueryString: query,
    ...(request.headers.cookie !== undefined && { cookies: request.headers.cookie.split('; ') }),
    headers,
    ...(query !== '' && { queryStringParameters: readQuery(query) }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: headers.host ?? '127.0.0.1',
      domainPrefix: 'local',
      http: {
        method,
        path: pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${method} ${pathname}`,
      stage: '$default',
      time: toLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...encodeBody(bytes, headers['content-type']),
  };
};

/** The context that Lambda would give a function with this name. */
export const newLambdaContext = (functionName: string): Context => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  memoryLimitInMB: '1024',
  awsRequestId: randomUUID(),
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => 28_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { toConsoleRouteKey } from '../../shared/console.ts';
import { limits } from '../../shared/limits.ts';
import type { HttpFunction } from '../../shared/operation.ts';
import { toSignpostRouteKey } from '../../shared/signpost.ts';
import { CommandError } from '../command-error.ts';
import { isAborted } from './aborted-request.ts';
import { toHttpAnswer } from './http-answer.ts';
import { toHttpEvent } from './http-event.ts';
import { newLambdaContext } from './lambda-context.ts';
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
  const others = [toConsoleRouteKey(method, path), toSignpostRouteKey(method, path)];
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
      `Port ${port} cannot be used. Set another one, as in PORT=${port === 8080 ? 3000 : 8080} npm start.`,
      'usage',
    );
  }
  return server;
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { serveFunctions } from '../support/call/gateway.ts';

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request on its way to the service. */
export interface ProxiedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Which request of this path, or of its Idempotency-Key, it is: 1 is the first. */
  readonly count: number;
  readonly forward: () => Promise<ProxiedAnswer>;
  /** Breaks all connections, also within an answer. */
  readonly breakConnections: () => void;
}

/** An answer, of the service or another; undefined breaks the connection. */
export type Fault = (request: ProxiedRequest) => Promise<ProxiedAnswer | undefined>;

/** Stands before the service. Each test begins without fault and without requests. */
export interface FaultyProxy {
  readonly baseUrl: string;
  readonly requests: ProxiedRequest[];
  /** How many requests of the paths have come. */
  readonly count: (...paths: string[]) => number;
  fault: Fault;
}

/** An answer of the service, or of what else has a place in front of it. */
export const answerWith = (status: number, body: unknown, headers: ProxiedAnswer['headers'] = {}): ProxiedAnswer =>
  typeof body === 'string'
    ? { status, headers: { 'content-type': 'text/html', ...headers }, body }
    : { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };

const passThrough: Fault = ({ forward }) => forward();

const forwardTo = async (url: string, headers: IncomingMessage['headers'], body: string): Promise<ProxiedAnswer> => {
  const sent = ['authorization', 'content-type', 'idempotency-key'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const answer = await fetch(url, { method: 'POST', headers: sent, body });
  const kept = ['content-type', 'retry-after'].flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
};

/** Starts a proxy in front of the real functions. Its tests' file starts it: when that ends, nobody serves it any more. */
export const startFaultyProxy = async (): Promise<FaultyProxy> => {
  const target = `http://127.0.0.1:${await serveFunctions()}`;
  const requests: ProxiedRequest[] = [];
  const counts = new Map<string, number>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: path = '', headers } = request;
    const body = await text(request);
    const subject = String(headers['idempotency-key'] ?? path);
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    const forward = () => forwardTo(target + path, headers, body);
    const breakConnections = () => server.closeAllConnections();
    const proxied = { path, headers, body, count, forward, breakConnections };
    requests.push(proxied);
    const answer = await proxy.fault(proxied);
    if (answer === undefined) request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  const proxy: FaultyProxy = {
    baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    requests,
    count: (...paths) => requests.filter(({ path }) => paths.includes(path)).length,
    fault: passThrough,
  };
  beforeEach(() => {
    requests.length = 0;
    counts.clear();
    proxy.fault = passThrough;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return proxy;
};

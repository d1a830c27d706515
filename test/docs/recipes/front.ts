import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { findFreePort, listenOnLoopback } from '../../../cli/local/loopback.ts';

/** What a recipe's next request to a path gets instead of the register's answer. */
interface Fault {
  readonly status: number;
  readonly retryAfter?: number;
  /** The register gets the request all the same; its answer is lost. */
  readonly isLate?: boolean;
  /** The parameter that a 422 refuses; without it, one that a visitor typed. */
  readonly field?: string;
  /** Instead of a problem. */
  readonly body?: string;
  /** There is no answer at all. */
  readonly hangs?: boolean;
  /** The connection ends before the answer does. */
  readonly isCut?: boolean;
}

/** A request that a recipe sent. */
interface SentRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly at: number;
}

/** A register as recipes see it: the local service, with faults where a test asks for them. */
export interface Front {
  readonly url: string;
  readonly sent: SentRequest[];
  /** Requests to a path, of which the recipe need not have sent any. */
  readonly sentTo: (path: string) => readonly SentRequest[];
  /** The next requests to the path get these, one after the other. */
  readonly fail: (path: string, ...faults: readonly Fault[]) => void;
  /** All requests to the path get this, until what is returned is called. */
  readonly failAlways: (path: string, fault: Fault) => () => void;
  readonly close: () => void;
}

/** The register says by the code why it refuses a token. */
const codeOf = (path: string, { status }: Fault): string =>
  status === 401 && !['/login', '/refresh-token'].includes(path) ? 'token.expired' : 'test.fault';

const bodyOf = (path: string, fault: Fault): string => {
  const { status, field = 'userData[email]', body } = fault;
  if (body !== undefined) return body;
  return JSON.stringify({
    status,
    code: codeOf(path, fault),
    detail: 'Made up by a test.',
    requestId: 'test',
    errors: status === 422 ? [{ field, code: 'test', detail: 'Not this one.' }] : undefined,
  });
};

const readSent = async (request: IncomingMessage): Promise<SentRequest> => {
  const { 'idempotency-key': key, authorization } = request.headers;
  const body = (await buffer(request)).toString();
  return { path: request.url ?? '', key: key?.toString(), authorization, body, at: Date.now() };
};

const forward = (
  { path, key, authorization, body }: SentRequest,
  { headers }: IncomingMessage,
  baseUrl: string,
): Promise<Response | undefined> =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': headers['content-type'] ?? '',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(authorization !== undefined && { authorization }),
    },
    body,
  }).catch(() => undefined);

const listen = async (server: Server): Promise<string> => {
  const port = await findFreePort();
  await listenOnLoopback(server, port);
  return `http://127.0.0.1:${port}`;
};

/** Starts a front of a register. */
export const startFront = async (baseUrl: string): Promise<Front> => {
  const sent: SentRequest[] = [];
  const faults = new Map<string, Fault[]>();
  const lasting = new Map<string, Fault>();
  const server = createServer(async (request, response) => {
    const received = await readSent(request).catch(() => undefined);
    if (received === undefined) return;
    sent.push(received);
    const fault = faults.get(received.path)?.shift() ?? lasting.get(received.path);
    if (fault?.hangs) return;
    const answer = fault === undefined || fault.isLate ? await forward(received, request, baseUrl) : undefined;
    const isAnswered = fault === undefined && answer !== undefined;
    const retryAfter = fault?.retryAfter ?? answer?.headers.get('retry-after') ?? undefined;
    response.writeHead(isAnswered ? answer.status : (fault?.status ?? 500), {
      'content-type': isAnswered ? 'application/json' : 'application/problem+json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(fault?.isCut && { 'content-length': '1000' }),
    });
    if (fault?.isCut) {
      response.write('{', () => response.destroy());
      return;
    }
    response.end(isAnswered ? await answer.text() : fault && bodyOf(received.path, fault));
  });
  const url = await listen(server);
  return {
    url,
    sent,
    sentTo: (path) => sent.filter((request) => request.path === path),
    fail: (path, ...next) => faults.set(path, [...(faults.get(path) ?? []), ...next]),
    failAlways: (path, fault) => {
      lasting.set(path, fault);
      return () => lasting.delete(path);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Waits until something listens. */
export const untilItListens = async (url: string): Promise<boolean> => {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const isUp = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (isUp) return true;
    await once(AbortSignal.timeout(50), 'abort');
  }
  return false;
};

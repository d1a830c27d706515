import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to one of the services. */
export interface Call {
  readonly path: string;
  readonly token?: string;
  /** Sent as JSON by POST; without it the method is GET. */
  readonly body?: object;
}

/** What came back, and how long it took from the request to the last byte of the answer. */
export interface Reply {
  readonly body: unknown;
  readonly milliseconds: number;
}

/** Sends requests one after the other over one connection. */
export type Client = (call: Call) => Promise<Reply>;

/** @throws Error from the client when an answer has another status than 200 */
export const connect = (port: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async ({ path, token, body }) => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const start = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; answer: string }>();
    request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent })
      .once('error', reject)
      .once('response', async (response) => resolve({ status: response.statusCode, answer: await text(response) }))
      .end(content);
    const { status, answer } = await promise;
    const milliseconds = performance.now() - start;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${answer}`);
    return { body: JSON.parse(answer), milliseconds };
  };
};

/** Sends a request until a server takes the connection, for at most a minute. */
export const callWhenReady = async (client: Client, call: Call): Promise<Reply> => {
  const deadline = performance.now() + 60_000;
  while (true) {
    try {
      return await client(call);
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!isRefused || performance.now() > deadline) throw error;
      await sleep(2);
    }
  }
};

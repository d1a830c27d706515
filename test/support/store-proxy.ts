import { createServer } from 'node:http';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { makeTables } from './lazy-tables.ts';

/** A DynamoDB call on its way to the engine. */
export interface StoreCall {
  /** Such as `BatchGetItem`. */
  readonly name: string;
  readonly input: Record<string, unknown>;
  /** Sends the call on, changed or not, and returns the engine's answer. */
  readonly forward: (input?: Record<string, unknown>) => Promise<StoreAnswer>;
}

export interface StoreAnswer {
  readonly status: number;
  readonly output: Record<string, unknown>;
  /** Breaks the connection in the middle of the answer. */
  readonly isTorn?: true;
}

/** What real DynamoDB does and the local engine does not: an answer of its own, or undefined to break the connection. */
export type Interception = (call: StoreCall) => Promise<StoreAnswer | undefined>;

/** An error as DynamoDB sends it. */
export const storeError = (status: number, name: string, more: Record<string, unknown> = {}): StoreAnswer => ({
  status,
  output: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'by the test', ...more },
});

/** A cancelled transaction, with a code for each of its actions. */
export const cancelled = ({ input }: StoreCall, code: string): StoreAnswer =>
  storeError(400, 'TransactionCanceledException', {
    CancellationReasons: (input.TransactItems as unknown[]).map(() => ({ Code: code })),
  });

/** Stands between the functions of this process and the engine. `intercept` is undefined for calls to pass through. */
export interface StoreProxy {
  intercept: Interception | undefined;
}

const passThrough: Interception = ({ forward }) => forward();

/** Starts a proxy and makes it the engine for all that this process loads from now on. */
export const startStoreProxy = async (): Promise<StoreProxy> => {
  await makeTables();
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const proxy: StoreProxy = { intercept: undefined };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = String(request.headers['x-amz-target']);
    const input = JSON.parse(Buffer.concat(chunks).toString());
    const forward = async (changed = input): Promise<StoreAnswer> => {
      const { authorization = '' } = request.headers;
      const headers = { 'x-amz-target': target, authorization, 'content-type': 'application/x-amz-json-1.0' };
      const answer = await fetch(engine, { method: 'POST', headers, body: JSON.stringify(changed) });
      return { status: answer.status, output: (await answer.json()) as Record<string, unknown> };
    };
    const call = { name: target.replace(/^.*\./, ''), input, forward };
    const answer = await (proxy.intercept ?? passThrough)(call);
    if (answer === undefined) return request.socket.destroy();
    const body = Buffer.from(JSON.stringify(answer.output));
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': body.length });
    if (!answer.isTorn) return response.end(body);
    return response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
  });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return proxy;
};

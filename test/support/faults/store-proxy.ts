import { json } from 'node:stream/consumers';
import { serve } from '../call/serve.ts';

/** A call of AWS's JSON protocol on its way to a service. */
export interface ServiceCall {
  /** Such as `BatchGetItem`. */
  readonly name: string;
  /** For which it was signed. */
  readonly region: string;
  readonly input: Record<string, unknown>;
  /** Sends the call on, changed or not, and returns the service's answer. */
  readonly forward: (input?: Record<string, unknown>) => Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly output: Record<string, unknown>;
  /** Breaks the connection in the middle of the answer. */
  readonly isTorn?: true;
}

/** An answer of one's own, or undefined to break the connection. */
export type Intercept = (call: ServiceCall) => Promise<ServiceAnswer | undefined>;

/** An error as a service sends it. */
export const refuse = (status: number, name: string, message = 'by the test'): ServiceAnswer => ({
  status,
  output: { __type: name, message },
});

/** The region that a call was signed for. */
export const signedRegion = (authorization = ''): string => authorization.split('/')[2] ?? '';

/**
 * Stands between this process and a service of AWS.
 *
 * @param sound the endpoint to which calls are sent on
 * @returns its endpoint
 */
export const serveCalls = (intercept: Intercept, sound = ''): Promise<string> =>
  serve(async (request, response) => {
    const { authorization = '', 'content-type': type = '', 'x-amz-target': target = '' } = request.headers;
    const date = request.headers['x-amz-date'];
    const input = Object(await json(request));
    const forward = async (changed = input): Promise<ServiceAnswer> => {
      const headers = {
        'x-amz-target': String(target),
        authorization,
        'content-type': type,
        ...(date && { 'x-amz-date': String(date) }),
      };
      const answer = await fetch(sound, { method: 'POST', headers, body: JSON.stringify(changed) });
      return { status: answer.status, output: Object(await answer.json()) };
    };
    const call = { name: String(target).replace(/^.*\./, ''), region: signedRegion(authorization), input, forward };
    const answer = await intercept(call);
    if (answer === undefined) return request.socket.destroy();
    const body = Buffer.from(JSON.stringify(answer.output));
    response.writeHead(answer.status, { 'content-type': type, 'content-length': body.length });
    if (!answer.isTorn) return response.end(body);
    return response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
  });

/** Makes such a proxy the service for all that this process loads from now on. @param variable of its endpoint */
export const startProxy = async (variable: string, intercept: Intercept): Promise<void> => {
  process.env[variable] = await serveCalls(intercept, process.env[variable]);
};

/** A DynamoDB call on its way to the engine, and what is answered. */
export type StoreCall = ServiceCall;
export type StoreAnswer = ServiceAnswer;

export type Interception = Intercept;

/** An error as DynamoDB sends it. */
export const storeError = (status: number, name: string, more: Record<string, unknown> = {}): StoreAnswer => {
  const { output } = refuse(status, `com.amazonaws.dynamodb.v20120810#${name}`);
  return { status, output: { ...output, ...more } };
};

/** A cancelled transaction, with a code for each of its actions. */
export const cancelled = ({ input }: StoreCall, code: string): StoreAnswer =>
  storeError(400, 'TransactionCanceledException', {
    CancellationReasons: (input.TransactItems as unknown[]).map(() => ({ Code: code })),
  });

/** What real DynamoDB does and the local engine does not. `intercept` is undefined for calls to pass through. */
export interface StoreProxy {
  intercept: Interception | undefined;
  /** Called for each call, whatever answers it. */
  watch?: (call: StoreCall) => void;
}

const passThrough: Interception = ({ forward }) => forward();

/** Stands between the functions of this process and the engine, for all that is loaded from now on. */
export const startStoreProxy = async (): Promise<StoreProxy> => {
  const proxy: StoreProxy = { intercept: undefined };
  await startProxy('AWS_ENDPOINT_URL_DYNAMODB', (call) => {
    proxy.watch?.(call);
    return (proxy.intercept ?? passThrough)(call);
  });
  return proxy;
};

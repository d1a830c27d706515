import type { Intercept, ServiceAnswer, ServiceCall } from './service-proxy.ts';
import { refuse, startProxy } from './service-proxy.ts';

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

/** A call to DynamoDB, Secrets Manager or KMS: the service, and the operation such as `UpdateItem`. */
export interface StoreCall {
  readonly store: string;
  readonly command: string;
}

const origins = new WeakMap<Error, StoreCall>();
const underWay = new Set<StoreCall>();

/** A client of the SDK, as far as it is watched. */
interface Watchable {
  readonly middlewareStack: {
    readonly add: (middleware: typeof watchCall, place: { readonly step: 'initialize'; readonly name: string }) => void;
  };
}

const watchCall =
  <Args, Result>(
    next: (args: Args) => Promise<Result>,
    { clientName = '', commandName = '' }: { readonly clientName?: string; readonly commandName?: string },
  ) =>
  async (args: Args): Promise<Result> => {
    const call = { store: clientName.replace(/Client$/, ''), command: commandName.replace(/Command$/, '') };
    underWay.add(call);
    try {
      return await next(args);
    } catch (error) {
      if (error instanceof Error) origins.set(error, call);
      throw error;
    } finally {
      underWay.delete(call);
    }
  };

/**
 * The client, which from now on remembers the call behind each error, since connection errors do not name it. It stands
 * around everything, including retries.
 */
export const watch = <Client extends Watchable>(client: Client): Client => {
  client.middlewareStack.add(watchCall, { step: 'initialize', name: 'watchCall' });
  return client;
};

/** The call that caused an error, or undefined. */
export const findOrigin = (error: Error): StoreCall | undefined => origins.get(error);

/** Attributes an error to the call that has been running for longest, if there is one. */
export const attributeError = (error: Error): void => {
  const [call] = underWay;
  if (call !== undefined) origins.set(error, call);
};

/** Connections of a client: those of the largest check at the same time, and some more. The SDK's 50 would make it wait. */
const connections = { maxSockets: 128 } as const;

/**
 * How often a function's client tries a call, and after how many milliseconds a hanging call fails. A caller is
 * waiting.
 */
export const functionClientLimits = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    throwOnRequestTimeout: true,
    httpAgent: connections,
    httpsAgent: connections,
  },
} as const;

/** The region in the ARN of a key or a secret: a table with replicas has those of several regions. */
export const regionOf = (id: string): string | undefined =>
  /^arn:[\w-]+:(?:kms|secretsmanager):([\w-]+):/.exec(id)?.[1];

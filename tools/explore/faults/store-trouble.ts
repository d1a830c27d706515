import { lagIndexes, showWithin } from '../../../test/support/index-lag.ts';
import type { Random } from '../../../test/support/random.ts';
import type { StoreAnswer, StoreCall, StoreProxy } from '../../../test/support/store-proxy.ts';
import { cancelled, storeError } from '../../../test/support/store-proxy.ts';

type Injection = (call: StoreCall, random: Random) => Promise<StoreAnswer | undefined>;

interface Fault {
  readonly weight: number;
  readonly applies: (call: StoreCall) => boolean;
  readonly inject: Injection;
}

const anyCall = () => true;
const isTransaction = ({ name }: StoreCall) => name === 'TransactWriteItems';
const isSingleWrite = ({ name }: StoreCall) => name === 'PutItem' || name === 'UpdateItem';
const isQuery = ({ name }: StoreCall) => name === 'Query';
const isListQuery = (call: StoreCall) => isQuery(call) && call.input.ConsistentRead !== true;

type BatchRequest = Readonly<Record<string, { readonly Keys: readonly unknown[] }>>;
const batchOf = ({ input }: StoreCall) => Object.entries(input.RequestItems as BatchRequest)[0];
const isBatch = (call: StoreCall) => call.name === 'BatchGetItem' && (batchOf(call)?.[1].Keys.length ?? 0) > 1;

const leaveUnprocessed: Injection = async (call, random) => {
  const [table, request] = batchOf(call) ?? ['', { Keys: [] }];
  const read = 1 + random.below(request.Keys.length - 1);
  const answer = await call.forward({
    ...call.input,
    RequestItems: { [table]: { ...request, Keys: request.Keys.slice(0, read) } },
  });
  if (answer.status !== 200) return answer;
  const rest = { [table]: { ...request, Keys: request.Keys.slice(read) } };
  return { ...answer, output: { ...answer.output, UnprocessedKeys: rest } };
};

/** How far an index, or a lookup read of late, may be behind the table, in milliseconds. */
export const lagMs = 2_000;

const hideNewest: Injection = async (call) => lagIndexes(showWithin(lagMs), () => 100)(call);

/** What can go wrong between the service and its store. All but the last four can meet any call. */
const faults: Readonly<Record<string, Fault>> = {
  'throttling (ThrottlingException)': {
    weight: 4,
    applies: anyCall,
    inject: async () => storeError(400, 'ThrottlingException'),
  },
  'throttling (ProvisionedThroughputExceededException)': {
    weight: 4,
    applies: anyCall,
    inject: async () => storeError(400, 'ProvisionedThroughputExceededException'),
  },
  '500 before commit': { weight: 6, applies: anyCall, inject: async () => storeError(500, 'InternalServerError') },
  '500 after commit': {
    weight: 8,
    applies: anyCall,
    inject: async ({ forward }) => {
      await forward();
      return storeError(500, 'InternalServerError');
    },
  },
  'reset before commit': { weight: 6, applies: anyCall, inject: async () => undefined },
  'reset after commit': {
    weight: 8,
    applies: anyCall,
    inject: async ({ forward }) => {
      await forward();
      return undefined;
    },
  },
  'answer torn in the middle': {
    weight: 4,
    applies: anyCall,
    inject: async ({ forward }) => ({ ...(await forward()), isTorn: true }),
  },
  'silence before commit': { weight: 0.5, applies: anyCall, inject: () => new Promise(() => {}) },
  'silence after commit': {
    weight: 0.5,
    applies: anyCall,
    inject: async ({ forward }) => {
      await forward();
      return new Promise(() => {});
    },
  },
  'TransactionConflict, transaction': {
    weight: 10,
    applies: isTransaction,
    inject: async (call) => cancelled(call, 'TransactionConflict'),
  },
  'TransactionConflict, single write': {
    weight: 10,
    applies: isSingleWrite,
    inject: async () => storeError(400, 'TransactionConflictException'),
  },
  'short page': {
    weight: 12,
    applies: isQuery,
    inject: ({ forward, input }, random) => forward({ ...input, Limit: 1 + random.below(5) }),
  },
  UnprocessedKeys: { weight: 12, applies: isBatch, inject: leaveUnprocessed },
  'stale index read': { weight: 20, applies: isListQuery, inject: hideNewest },
};

export const faultKinds: readonly string[] = Object.keys(faults);

const choose = (call: StoreCall, random: Random): string => {
  const possible = faultKinds.filter((kind) => faults[kind]?.applies(call));
  let left = random.below(1e6) / 1e6;
  const sum = possible.reduce((total, kind) => total + (faults[kind]?.weight ?? 0), 0);
  return (
    possible.find((kind) => {
      left -= (faults[kind]?.weight ?? 0) / sum;
      return left < 0;
    }) ?? '500 before commit'
  );
};

/** Trouble between a service and its store, counted by kind of fault. */
export interface StoreTrouble {
  readonly counts: ReadonlyMap<string, number>;
  readonly injected: () => number;
  /** Calls that could have met a fault. */
  readonly calls: () => number;
  /** Begins it, with faults drawn from the numbers in the order in which calls come. Returns what ends it. */
  readonly disturb: (random: Random) => Promise<() => Promise<void>>;
}

/** @param rate the share of calls that meet a fault */
export const troubleStore = (proxy: StoreProxy, rate: number): StoreTrouble => {
  const counts = new Map<string, number>();
  let calls = 0;
  const disturb = async (random: Random) => {
    proxy.intercept = async (call) => {
      calls += 1;
      if (!random.chance(rate)) return call.forward();
      const kind = choose(call, random);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return faults[kind]?.inject(call, random);
    };
    return async () => {
      proxy.intercept = undefined;
    };
  };
  const injected = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { counts, injected, calls: () => calls, disturb };
};

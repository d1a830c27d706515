import { lagIndexes, showWithin } from '../../../test/support/faults/index-lag.ts';
import type { StoreAnswer, StoreCall, StoreProxy } from '../../../test/support/faults/store-proxy.ts';
import { cancelled, storeError } from '../../../test/support/faults/store-proxy.ts';
import type { Random } from '../../../test/support/make/chance.ts';

type Injection = (call: StoreCall, random: Random) => Promise<StoreAnswer | undefined>;

type Fits = (call: StoreCall) => boolean;

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

/** How far an index, or a lookup read recently, may be behind the table, in milliseconds. */
export const lagMs = 2_000;

const hideNewest: Injection = async (call) => lagIndexes(showWithin(lagMs), () => 100)(call);

const refuse =
  (status: number, name: string): Injection =>
  async () =>
    storeError(status, name);

const silence: Injection = () => new Promise(() => {});

/** Has the store do the work, and the answer be lost. */
const afterwards =
  (lose: Injection): Injection =>
  async (call, random) => {
    await call.forward();
    return lose(call, random);
  };

const tear: Injection = async ({ forward }) => ({ ...(await forward()), isTorn: true });

const shorten: Injection = ({ forward, input }, random) => forward({ ...input, Limit: 1 + random.below(5) });

/** What can go wrong between the service and its store: how often, and which calls it can meet. */
const faults: Readonly<Record<string, readonly [weight: number, applies: Fits, inject: Injection]>> = {
  throttling: [4, anyCall, refuse(400, 'ThrottlingException')],
  'throughput exceeded': [4, anyCall, refuse(400, 'ProvisionedThroughputExceededException')],
  '500 before commit': [6, anyCall, refuse(500, 'InternalServerError')],
  '500 after commit': [8, anyCall, afterwards(refuse(500, 'InternalServerError'))],
  'reset before commit': [6, anyCall, async () => undefined],
  'reset after commit': [8, anyCall, afterwards(async () => undefined)],
  'answer torn in the middle': [4, anyCall, tear],
  'silence before commit': [0.5, anyCall, silence],
  'silence after commit': [0.5, anyCall, afterwards(silence)],
  'conflict of a transaction': [10, isTransaction, async (call) => cancelled(call, 'TransactionConflict')],
  'conflict of a single write': [10, isSingleWrite, refuse(400, 'TransactionConflictException')],
  'short page': [12, isQuery, shorten],
  'unprocessed keys': [12, isBatch, leaveUnprocessed],
  'stale index read': [20, isListQuery, hideNewest],
};

export const faultKinds: readonly string[] = Object.keys(faults);

const choose = (call: StoreCall, random: Random): string => {
  const possible = faultKinds.filter((kind) => faults[kind]?.[1](call));
  let left = random.below(1e6) / 1e6;
  const sum = possible.reduce((total, kind) => total + (faults[kind]?.[0] ?? 0), 0);
  return (
    possible.find((kind) => {
      left -= (faults[kind]?.[0] ?? 0) / sum;
      return left < 0;
    }) ?? '500 before commit'
  );
};

/**
 * Trouble between a service and its store, counted by kind of fault. `disturb` begins it, with faults drawn from the numbers in the
 * order in which calls come, and returns what ends it; `calls` are those that could have met a fault.
 *
 * @param rate the share of calls that meet a fault
 */
export const troubleStore = (proxy: StoreProxy, rate: number) => {
  const counts = new Map<string, number>();
  let calls = 0;
  const disturb = async (random: Random) => {
    proxy.intercept = async (call) => {
      calls += 1;
      if (!random.chance(rate)) return call.forward();
      const kind = choose(call, random);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return faults[kind]?.[2](call, random);
    };
    return async () => {
      proxy.intercept = undefined;
    };
  };
  const injected = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { counts, injected, calls: () => calls, disturb };
};

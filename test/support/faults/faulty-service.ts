import * as v from 'valibot';
import { refuse, startProxy } from './store-proxy.ts';

/** Stands between the functions of this process and a service of AWS. */
export interface FaultyService {
  /** What it does with calls: passes them on, answers with an error, or does not answer. */
  mode: 'sound' | 'silent' | keyof typeof faults;
  /** How many calls came. */
  calls: number;
}

const faults = {
  failing: [500, 'InternalServiceError'],
  throttled: [400, 'ThrottlingException'],
  refusing: [400, 'AccessDeniedException'],
  unready: [500, 'KeyUnavailableException'],
  disabled: [400, 'DisabledException'],
  deleting: [400, 'KMSInvalidStateException'],
  unfit: [400, 'InvalidKeyUsageException'],
  gone: [400, 'NotFoundException'],
} as const;

/** Starts it and makes it the service for all that this process loads from now on. */
const startFaultyService = async (variable: string): Promise<FaultyService> => {
  const stand: FaultyService = { mode: 'sound', calls: 0 };
  await startProxy(variable, async ({ forward }) => {
    stand.calls += 1;
    if (stand.mode === 'sound') return forward();
    if (stand.mode === 'silent') return new Promise(() => {});
    const [status, name] = faults[stand.mode];
    return refuse(status, name);
  });
  return stand;
};

export const startFaultySecretsManager = (): Promise<FaultyService> =>
  startFaultyService('AWS_ENDPOINT_URL_SECRETS_MANAGER');

export const startFaultyKms = (): Promise<FaultyService> => startFaultyService('AWS_ENDPOINT_URL_KMS');

const Put = v.object({
  Entries: v.array(
    v.object({ EventBusName: v.string(), Source: v.string(), DetailType: v.string(), Detail: v.string() }),
  ),
});

/** An entry that came, with its detail as it was written. */
type BusEntry = v.InferOutput<typeof Put>['Entries'][number];

/** What the bus does with a call: takes entries by their place, or refuses all of it with an error. */
type BusAnswer = { readonly refused: readonly number[] } | { readonly status: number; readonly name: string };

/** Stands in for EventBridge, with faults that tests ask for. */
export interface FaultyBus {
  /** All that was taken, in its order. */
  readonly taken: BusEntry[];
  /** Entries of each call that came. */
  readonly calls: BusEntry[][];
  /** How the next calls are answered; all is taken where none is left. */
  readonly answers: BusAnswer[];
}

/** Starts it and makes it the bus for all that this process opens from now on. */
export const startFaultyBus = async (): Promise<FaultyBus> => {
  const bus: FaultyBus = { taken: [], calls: [], answers: [] };
  await startProxy('AWS_ENDPOINT_URL_EVENTBRIDGE', async ({ input }) => {
    const { Entries } = v.parse(Put, input);
    bus.calls.push(Entries);
    const answer = bus.answers.shift() ?? { refused: [] };
    if ('status' in answer) return refuse(answer.status, answer.name);
    const results = Entries.map((entry, i) => {
      if (answer.refused.includes(i)) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'by the test' };
      return { EventId: `event-${bus.taken.push(entry)}` };
    });
    return { status: 200, output: { FailedEntryCount: answer.refused.length, Entries: results } };
  });
  return bus;
};

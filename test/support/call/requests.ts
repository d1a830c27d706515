import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const [started, answered] = ['http.client.request.start', 'http.client.response.finish'] as const;

const dynamoDb = /^DynamoDB_/;

/** For calls to any service of AWS that names them in a header, such as Secrets Manager. */
export const everyService = /./;

const nameOf = (request: ClientRequest): string => String(request.getHeader('x-amz-target') ?? '');

/** A call, and how many others were answered one after the other before it was sent. */
interface Sent {
  readonly name: string;
  readonly round: number;
}

const recordSent = async <Result>(work: () => Promise<Result>, services: RegExp) => {
  const sent: Sent[] = [];
  const underWay = new Map<ClientRequest, Sent>();
  let roundsDone = 0;
  const start = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const target = nameOf(request);
    if (!services.test(target)) return;
    const call = { name: target.replace(/^.*\./, ''), round: roundsDone };
    underWay.set(request, call);
    sent.push(call);
  };
  const finish = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    roundsDone = Math.max(roundsDone, (underWay.get(request)?.round ?? -1) + 1);
  };
  diagnostics.subscribe(started, start);
  diagnostics.subscribe(answered, finish);
  try {
    return { result: await work(), sent };
  } finally {
    diagnostics.unsubscribe(started, start);
    diagnostics.unsubscribe(answered, finish);
  }
};

/**
 * The DynamoDB calls that a piece of work makes, in order, such as `['BatchGetItem', 'TransactWriteItems']`; read off
 * the HTTP requests that really leave the process.
 *
 * @param services of which calls are recorded
 */
export const recordCalls = async <Result>(
  work: () => Promise<Result>,
  services = dynamoDb,
): Promise<{ result: Result; calls: string[] }> => {
  const { result, sent } = await recordSent(work, services);
  return { result, calls: sent.map(({ name }) => name) };
};

/**
 * The same calls by round trip: those of a round are sent before any of it is answered, and stand in the order of the
 * alphabet, such as `[['BatchGetItem', 'Query'], ['BatchGetItem']]`. There are as many rounds as calls wait for one another.
 */
export const recordRounds = async <Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; rounds: string[][] }> => {
  const { result, sent } = await recordSent(work, dynamoDb);
  const rounds = Map.groupBy(sent, ({ round }) => round);
  return { result, rounds: [...rounds.values()].map((calls) => calls.map(({ name }) => name).sort()) };
};

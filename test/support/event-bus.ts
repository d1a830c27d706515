import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

const Call = v.object({
  Entries: v.array(
    v.object({ EventBusName: v.string(), Source: v.string(), DetailType: v.string(), Detail: v.string() }),
  ),
});

/** An entry that came, with its detail as it was written. */
type BusEntry = v.InferOutput<typeof Call>['Entries'][number];

/** What the bus does with a call: takes entries by their place, or refuses all of it with an error. */
type Answer = { readonly refused: readonly number[] } | { readonly status: number; readonly name: string };

/** Stands in for EventBridge, with faults that tests ask for. */
export interface FaultyBus {
  /** All that was taken, in its order. */
  readonly taken: BusEntry[];
  /** Entries of each call that came. */
  readonly calls: BusEntry[][];
  /** How the next calls are answered; all is taken where none is left. */
  readonly answers: Answer[];
}

/** Starts it and makes it the bus for all that this process opens from now on. */
export const startFaultyBus = async (): Promise<FaultyBus> => {
  const bus: FaultyBus = { taken: [], calls: [], answers: [] };
  const server = createServer(async (request, response) => {
    const { Entries } = v.parse(Call, await json(request));
    bus.calls.push(Entries);
    const answer = bus.answers.shift() ?? { refused: [] };
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if ('status' in answer) {
      response.writeHead(answer.status).end(JSON.stringify({ __type: answer.name, message: 'by the test' }));
      return;
    }
    const results = Entries.map((entry, i) => {
      if (answer.refused.includes(i)) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'by the test' };
      bus.taken.push(entry);
      return { EventId: `event-${bus.taken.length}` };
    });
    response.end(JSON.stringify({ FailedEntryCount: answer.refused.length, Entries: results }));
  });
  process.env.AWS_ENDPOINT_URL_EVENTBRIDGE = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return bus;
};

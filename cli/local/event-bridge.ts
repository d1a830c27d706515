import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { StandIn } from './aws-json.ts';
import { Refusal, serveAwsJson } from './aws-json.ts';

/** The local service's event bus, by its name. */
export const eventBusName = 'consent-register';

const Entry = v.object({
  Source: v.string(),
  DetailType: v.string(),
  Detail: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
});

const Request = v.pipe(v.string(), v.parseJson(), v.object({ Entries: v.pipe(v.array(Entry), v.maxLength(10)) }));

/** An event as EventBridge delivers it to targets. */
export interface BusEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** In seconds, as EventBridge writes it. */
const formatNow = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

const toBusEvent = ({ Source, DetailType, Detail }: v.InferOutput<typeof Entry>): BusEvent => ({
  ...{ version: '0', id: randomUUID(), 'detail-type': DetailType, source: Source, account: '000000000000' },
  ...{ time: formatNow(), region: 'local', resources: [], detail: Detail },
});

/**
 * A stand-in for EventBridge with one bus and one target.
 *
 * @param deliver gets the events in put order; the bus does not wait for it
 */
export const startEventBridge = (deliver: (event: BusEvent) => void): Promise<StandIn> =>
  serveAwsJson(
    async (name, body) => {
      if (name !== 'PutEvents') throw new Refusal('UnknownOperationException', 'There is no such call here.');
      const events = v.parse(Request, body).Entries.map(toBusEvent);
      for (const event of events) deliver(event);
      return { FailedEntryCount: 0, Entries: events.map(({ id }) => ({ EventId: id })) };
    },
    { unreadable: 'ValidationException', asked: { variable: '', port: undefined } },
  );

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { patienceOfFunctions, watch } from '../../runtime/aws.ts';
import { attemptsWithin } from '../../runtime/retry.ts';
import { toChunks } from '../../runtime/values.ts';
import { nameReason } from '../../store/unavailable.ts';

/** A bus of EventBridge: its name or ARN, and a client. */
export interface EventBus {
  readonly name: string;
  readonly client: EventBridgeClient;
}

/** An event for the bus: `type` becomes the `detail-type`, and all of it the `detail`. */
export interface Detail {
  readonly type: string;
}

/** The `source` of every event on the bus. */
const eventSource = 'consent-register';

export const openEventBus = (name: string): EventBus => ({
  name,
  client: watch(new EventBridgeClient(patienceOfFunctions)),
});

/** The most that EventBridge accepts in one call. Ten of the longest events stay far below its limit of 256 KB. */
const entriesOfCall = 10;

/** Puts the events of one call. Retries events that EventBridge rejects on their own, such as when it is busy. */
const putTogether = async ({ name, client }: EventBus, details: readonly Detail[]): Promise<void> => {
  let left = details.map((detail) => ({
    EventBusName: name,
    Source: eventSource,
    DetailType: detail.type,
    Detail: JSON.stringify(detail),
  }));
  let reason = 'EventsNotTaken';
  for await (const _ of attemptsWithin({ pause: 200, attempts: 5 })) {
    const { Entries: answers = [] } = await client.send(new PutEventsCommand({ Entries: left }));
    const failed = left.flatMap((entry, i) =>
      answers[i]?.EventId === undefined ? [{ entry, answer: answers[i] }] : [],
    );
    const [first] = failed;
    if (first === undefined) return;
    reason = first.answer?.ErrorCode ?? reason;
    left = failed.map(({ entry }) => entry);
  }
  throw nameReason(reason);
};

/**
 * Puts events on the bus in their order, ten at a time.
 *
 * @throws Error with the reason if some are not on the bus. Those before them are, and may be put again
 */
export const putEvents = async (bus: EventBus, details: readonly Detail[]): Promise<void> => {
  for (const together of toChunks(details, entriesOfCall)) await putTogether(bus, together);
};

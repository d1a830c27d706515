import { setTimeout as sleep } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { patienceOfFunctions, watchCall, watching } from '../aws-call.ts';
import { nameReason } from '../store/unavailable.ts';

/** A bus of EventBridge: its name or ARN, and a way to it. */
export interface EventBus {
  readonly name: string;
  readonly client: EventBridgeClient;
}

/** What is put on a bus: `type` becomes the `detail-type`, and all of it the `detail`. */
export interface Detail {
  readonly type: string;
}

/** Who says what is on the bus: the `source` of every event. */
const eventSource = 'consent-register';

export const openEventBus = (name: string): EventBus => {
  const client = new EventBridgeClient(patienceOfFunctions);
  client.middlewareStack.add(watchCall, watching);
  return { name, client };
};

/** As many as EventBridge takes in one call. Ten of the longest events are far below the 256 KB that it takes as well. */
const entriesOfCall = 10;

const mostAttempts = 5;
const firstPause = 100;

/** Puts the events of one call. What EventBridge says of each alone, as where it is busy, is tried again. */
const putTogether = async ({ name, client }: EventBus, details: readonly Detail[]): Promise<void> => {
  let left = details.map((detail) => ({
    ...{ EventBusName: name, Source: eventSource, DetailType: detail.type },
    Detail: JSON.stringify(detail),
  }));
  for (let attempt = 0; ; attempt += 1) {
    const { Entries: answers = [] } = await client.send(new PutEventsCommand({ Entries: left }));
    const failed = left.flatMap((entry, i) =>
      answers[i]?.EventId === undefined ? [{ entry, answer: answers[i] }] : [],
    );
    const [first] = failed;
    if (first === undefined) return;
    if (attempt + 1 === mostAttempts) throw nameReason(first.answer?.ErrorCode ?? 'EventsNotTaken');
    left = failed.map(({ entry }) => entry);
    await sleep(firstPause * 2 ** attempt * (1 + Math.random()));
  }
};

/**
 * Puts events on the bus in their order: none is put before those ten before it are there.
 *
 * @throws Error that says why, where some are not; those before them are, and may be put again
 */
export const putEvents = async (bus: EventBus, details: readonly Detail[]): Promise<void> => {
  for (let i = 0; i < details.length; i += entriesOfCall) await putTogether(bus, details.slice(i, i + entriesOfCall));
};

import type { Table } from '../store/client.ts';
import type { LogEvent } from '../transparency/log-event.ts';
import { toRegisterEvent } from './event.ts';
import { openEventBus, putEvents } from './event-bus.ts';
import type { SignEvent } from './event-signing.ts';
import { openEventSigner } from './event-signing.ts';

/** Where events go, and what the key that signs them is wrapped by. */
export interface Announcement {
  /** Name or ARN. */
  readonly bus: string;
  readonly encryptionKey: string;
  readonly stage: string;
}

/** Tells others of events of the log, as far as they are told. @returns how many were put on the bus */
export type Announce = (events: readonly LogEvent[]) => Promise<number>;

const announceNothing: Announce = async () => 0;

/**
 * What tells others of events. Nothing is told where they are switched off.
 *
 * @returns what throws where not all could be put on the bus: the same events are told again then, and receivers drop repeats
 */
export const openAnnouncing = (log: Table, announcement: Announcement | undefined): Announce => {
  if (announcement === undefined) return announceNothing;
  const { bus: name, ...wrapping } = announcement;
  const bus = openEventBus(name);
  let sign: SignEvent | undefined;
  return async (events) => {
    const told = events.flatMap((event) => toRegisterEvent(wrapping.stage, event) ?? []);
    if (told.length === 0) return 0;
    sign ??= await openEventSigner(log, wrapping);
    await putEvents(bus, await Promise.all(told.map(sign)));
    return told.length;
  };
};

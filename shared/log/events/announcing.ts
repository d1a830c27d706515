import type { Table } from '../../store/table.ts';
import type { LogEvent } from '../log-event.ts';
import { toRegisterEvent } from './event.ts';
import { openEventBus, putEvents } from './event-bus.ts';
import type { SignEvent } from './event-signing.ts';
import { openEventSigner } from './event-signing.ts';

/** The event bus, and the key that wraps the signing key of events. */
export interface Announcement {
  /** Name or ARN. */
  readonly bus: string;
  readonly encryptionKey: string;
  readonly stage: string;
}

/** Announces events of the log. @returns how many were put on the bus */
export type Announce = (events: readonly LogEvent[]) => Promise<number>;

const announceNothing: Announce = async () => 0;

/**
 * Opens the announcing of events. If events are switched off, nothing is announced.
 *
 * @returns a function that throws if it could not put all events on the bus. They are then announced again, and
 * receivers drop repeats
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

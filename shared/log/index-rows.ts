import * as v from 'valibot';
import { timeOf } from '../identifier.ts';
import type { Item } from '../store/client.ts';
import type { LogEvent } from './log-event.ts';
import { identityOf, readIdentity } from './log-event.ts';

/** The place of an event in the log. */
export interface LeafPlace {
  readonly index: number;
  /** Number of leaves of the first checkpoint with the event. */
  readonly treeSize: number;
  /** When the leaf was taken in, in milliseconds since the epoch. */
  readonly takenIn?: number | undefined;
}

/** What identifies an event, and what the index has of it. */
export type Located = Pick<LogEvent, 'kind' | 'id' | 'time' | 'takenIn' | 'account' | 'notice'>;

const timeBytes = 6;
const identityBytes = 17;
export const keyBytes = timeBytes + identityBytes;
const indexBytes = 6;
const rowBytes = keyBytes + indexBytes;

const recordings: ReadonlySet<LogEvent['kind']> = new Set(['recorded', 'imported']);

/**
 * Where an event stands in the index. That a consent was recorded or imported stands at the moment of its id, so that its
 * leaf is found whatever somebody makes the table say of it.
 */
const momentOf = ({ kind, id, time }: Located): number => (recordings.has(kind) ? timeOf(id).getTime() : time);

/** Events of an hour are stored together. */
export const hourOf = (event: Located): string => new Date(momentOf(event)).toISOString().slice(0, 13);

/** The event as a key that sorts by time, with room for what follows. */
export const toKey = (event: Located, room = 0): Buffer => {
  const key = Buffer.allocUnsafe(keyBytes + room);
  key.writeUIntBE(momentOf(event), 0, timeBytes);
  key.write(identityOf(event), timeBytes, 'hex');
  return key;
};

/** The versions of a notice are also together, so that one query finds the leaves of all. */
export const partOfNotice = (account: string, pid: number): string => `${account}#${pid}`;

/** What ends a consent. */
export const ends: ReadonlySet<LogEvent['kind']> = new Set(['revoked', 'erased', 'removed']);

/** The ends of a consent are also together, so that one query finds them without their times. */
export const partOfEnds = (consentId: string): string => `ENDS#${consentId}`;

/** An event and the index of its leaf, in a part of the index. */
export interface Row {
  readonly part: string;
  readonly takenIn: number | undefined;
  readonly bytes: Buffer;
}

export const toRows = (event: Located, index: number): Row[] => {
  const { account, id, kind, notice, takenIn } = event;
  const bytes = toKey(event, indexBytes);
  bytes.writeUIntBE(index, keyBytes, indexBytes);
  const parts = [
    hourOf(event),
    ...(account && notice ? [partOfNotice(account, notice.pid)] : []),
    ...(ends.has(kind) ? [partOfEnds(id)] : []),
  ];
  return parts.map((part) => ({ part, takenIn, bytes }));
};

const Stored = v.object({ treeSize: v.number(), takenIn: v.optional(v.number()), rows: v.instance(Uint8Array) });

/** The events of an item of the index, and the places of their leaves. */
export function* readRows(item: Item): Generator<{ readonly key: Buffer; readonly place: LeafPlace }> {
  const { treeSize, takenIn, rows } = v.parse(Stored, item);
  const bytes = Buffer.from(rows);
  for (let at = 0; at + rowBytes <= bytes.length; at += rowBytes)
    yield {
      key: bytes.subarray(at, at + keyBytes),
      place: { index: bytes.readUIntBE(at + keyBytes, indexBytes), treeSize, takenIn },
    };
}

/** The event that a key identifies. */
export const eventIn = (
  key: Buffer,
): Pick<LogEvent, 'id' | 'time'> & { readonly kind: LogEvent['kind'] | undefined } => ({
  ...readIdentity(key.toString('hex', timeBytes)),
  time: key.readUIntBE(0, timeBytes),
});

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { CompactSign, calculateJwkThumbprint } from 'jose';
import * as v from 'valibot';
import { functionClientLimits, watch } from '../runtime/aws.ts';
import { toCanonicalJson } from '../runtime/canonical.ts';
import { shortDigest } from '../runtime/digest.ts';
import { attemptsWithin } from '../runtime/retry.ts';
import { toChunks } from '../runtime/values.ts';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { nameReason } from '../store/table.ts';
import { write } from '../store/write.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { findLastCheckpoint, readCheckpoints } from './checkpoints.ts';
import type { RegisterEvent, SentEvent } from './event-schemas.ts';
import { toRegisterEvent } from './event-schemas.ts';
import type { Wrapping } from './keys.ts';
import { openSigningKey } from './keys.ts';
import type { LogEvent } from './log-event.ts';
import { parseCheckpoint } from './note.ts';
import { DamagedLog } from './tiles.ts';

/** The event bus, and the key that wraps the signing key of events. */
export interface Announcement {
  /** Name or ARN. */
  readonly bus: string;
  readonly encryptionKey: string;
  readonly stage: string;
}

/** Announces events of the log. @returns how many were put on the bus */
type Announce = (events: readonly LogEvent[]) => Promise<number>;

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
    const sent = events.flatMap((event) => toRegisterEvent(wrapping.stage, event) ?? []);
    if (sent.length === 0) return 0;
    sign ??= await openEventSigner(log, wrapping);
    await putEvents(bus, await Promise.all(sent.map(sign)));
    return sent.length;
  };
};

/** The last announced checkpoint. */
const Announced = v.object({
  size: v.number(),
  /** Such as `2026-11-23`. */
  day: v.string(),
});
type Announced = v.InferOutput<typeof Announced>;

/** The event of a checkpoint: the signed note, unchanged, and its content. */
interface CheckpointEvent extends Detail {
  readonly id: string;
  readonly time: string;
  readonly size: number;
  readonly note: string;
}

const toCheckpointEvent = (type: string, { size, note }: StoredCheckpoint, time: string): CheckpointEvent => ({
  id: shortDigest(type, note).toString('hex'),
  type,
  time,
  size,
  note,
});

/** The checkpoints that are not announced yet. If none ever was, it begins with the last one. */
const findUnannounced = async (log: Table, announced: Announced | undefined): Promise<StoredCheckpoint[]> => {
  if (announced !== undefined) return Array.fromAsync(readCheckpoints(log, announced.size));
  const last = await findLastCheckpoint(log);
  return last === undefined ? [] : [last];
};

const putAnnounced = async (log: Table, last: Announced): Promise<void> => {
  await write(log, {
    put: { ...logKeyOf.announced(), ...last },
    condition: 'attribute_not_exists(PK) OR #size < :size',
    names: { '#size': 'size' },
    values: { ':size': last.size },
  });
};

/**
 * Puts each new checkpoint on the bus as `checkpoint.published`, and the first of a UTC day also as `checkpoint.daily`.
 * If one fails, the next run puts it.
 *
 * @param bus name or ARN. Without one nothing is announced
 */
export const announceCheckpoints = async (log: Table, bus: string | undefined): Promise<void> => {
  if (bus === undefined) return;
  const item = await getItem(log, logKeyOf.announced());
  let last = item && v.parse(Announced, item);
  const events: CheckpointEvent[] = [];
  for (const checkpoint of await findUnannounced(log, last)) {
    const time = parseCheckpoint(checkpoint.note)?.time.toISOString();
    if (time === undefined) throw new DamagedLog(`The checkpoint of ${checkpoint.size} leaves is damaged.`);
    const day = time.slice(0, 10);
    events.push(toCheckpointEvent('checkpoint.published', checkpoint, time));
    const lastDay = last?.day ?? '';
    if (day > lastDay) events.push(toCheckpointEvent('checkpoint.daily', checkpoint, time));
    last = { size: checkpoint.size, day: day > lastDay ? day : lastDay };
  }
  if (events.length === 0 || last === undefined) return;
  await putEvents(openEventBus(bus), events);
  await putAnnounced(log, last);
};

/** A bus of EventBridge: its name or ARN, and a client. */
interface EventBus {
  readonly name: string;
  readonly client: EventBridgeClient;
}

/** An event for the bus: `type` becomes the `detail-type`, and all of it the `detail`. */
interface Detail {
  readonly type: string;
}

/** The `source` of every event on the bus. */
const eventSource = 'consent-register';

export const openEventBus = (name: string): EventBus => ({
  name,
  client: watch(new EventBridgeClient(functionClientLimits)),
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

/** The `typ` of a signed event. No other JWS of the register can pass for an event. */
const eventJwsType = 'consent-register-event+jws';

/** A public key of Ed25519 (RFC 8037). */
interface EventJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

const toJwk = (publicKey: Uint8Array): EventJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from(publicKey).toString('base64url'),
});

/** The published key that verifies events: a JWK Set (RFC 7517, section 5). @param publicKey 32 bytes */
export const toEventKeySet = async (publicKey: Uint8Array) => {
  const jwk = toJwk(publicKey);
  return { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }] };
};

/** Signs an event in memory. */
type SignEvent = (event: RegisterEvent) => Promise<SentEvent>;

/**
 * Opens the key that signs events, which is in the log table.
 *
 * @throws Error of KMS. isTransient says whether a later call may succeed
 */
export const openEventSigner = async (log: Table, wrapping: Wrapping): Promise<SignEvent> => {
  const { publicKey, privateKey } = await openSigningKey(log, 'events', wrapping);
  const header = { alg: 'EdDSA', kid: await calculateJwkThumbprint(toJwk(publicKey)), typ: eventJwsType };
  return async (event) => {
    const payload = Buffer.from(toCanonicalJson(event));
    return { ...event, jws: await new CompactSign(payload).setProtectedHeader(header).sign(privateKey) };
  };
};

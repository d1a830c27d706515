import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { earlyRevocationIn, parseLogged } from '../consents/consent.ts';
import { pickRemaining } from '../consents/erased-form.ts';
import { consentIndexes } from '../consents/indexes.ts';
import type { EvidenceKey } from '../identity/keys/evidence-keys.ts';
import { parseEvidenceKeys } from '../identity/keys/evidence-keys.ts';
import { parseLogEntry } from '../identity/operations-log.ts';
import { logger } from '../runtime/logger.ts';
import { isSameBytes } from '../runtime/values.ts';
import { storedTime } from '../schema/scalar.ts';
import { fromDynamoJson } from '../store/item.ts';
import { keyOf, logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';
import type { NamedEvent } from './blocks.ts';
import { appendLeaves, DamagedLeaf, findLeaves, leafName } from './blocks.ts';
import { enterLeaves } from './journal.ts';
import { comparableLeaves, leafOfRemoved, leafOfVersion, leavesOfConsent, noSalt, saltOf, toLeaf } from './leaves.ts';
import type { Leaf, LogEvent } from './log-event.ts';
import { setAside } from './set-aside.ts';
import { DamagedLog } from './tiles.ts';

/**
 * Appends a batch of the table's stream. Lambda repeats the batch until this returns.
 *
 * @param records of one shard, in order
 * @returns the leaves of the batch, including those that the log had before
 * @throws Error when the log cannot be reached
 */
export const feed = async (log: Table, records: readonly unknown[], now: Date): Promise<readonly Leaf[]> => {
  const leaves: Leaf[] = [];
  for (const record of records) {
    const reading = await tryToRead(log, record, leaves);
    if ('reason' in reading) await storeRefused(log, record, reading, now);
    else leaves.push(...reading.leaves);
  }
  await append(log, leaves, now);
  await noteMark(log, records, now);
  return leaves;
};

/**
 * Appends leaves. Where nothing can be appended because somebody damaged the end of the log, the feed goes on, so that it
 * sees later changes. `log repair` appends the leaves. Their ends and versions are entered in the journal, also those that the
 * register did not make.
 */
const append = async (log: Table, leaves: readonly Leaf[], now: Date): Promise<void> => {
  try {
    const { contradicted } = await appendLeaves(log, leaves, now);
    for (const { index } of contradicted) logger.error('log.record-altered', { leaf: index });
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error;
    logger.error('log.record-set-aside', { reason: error.name });
    await enterLeaves(log, leaves);
  }
};

const storeRefused = async (log: Table, record: unknown, { code, reason }: Refused, now: Date): Promise<void> => {
  logger.error(code, code === 'log.record-set-aside' ? { reason } : {});
  await setAside(log, record, reason, now);
};

interface Refused {
  readonly code: 'log.record-altered' | 'log.record-set-aside';
  readonly reason: string;
}

const altered: Refused = { code: 'log.record-altered', reason: 'Altered' };

/** The leaves of a record, or why it gives none. */
const tryToRead = async (
  log: Table,
  record: unknown,
  batch: readonly Leaf[],
): Promise<Pick<Reading, 'leaves'> | Refused> => {
  const reading = parseRecord(record);
  if ('reason' in reading) return reading;
  const isChanged = reading.isTampered || (await isOfAnother(log, reading, batch)) || (await isRestated(log, reading));
  return isChanged ? altered : reading;
};

const parseRecord = (record: unknown): Reading | Refused => {
  try {
    return readRecord(v.parse(StreamRecord, record));
  } catch (error) {
    return { code: 'log.record-set-aside', reason: error instanceof Error ? error.name : typeof error };
  }
};

/**
 * Whether an erasure took away something else than the log has of the consent: somebody changed it before. Its leaf
 * would make that the truth, since it is the last that anybody can compare.
 *
 * @param batch leaves that are still to be appended
 */
const isOfAnother = async (log: Table, { leaves, takenAway }: Reading, batch: readonly Leaf[]): Promise<boolean> => {
  const [erased] = leaves;
  if (takenAway === undefined || erased === undefined) return false;
  const { id } = erased.event;
  const kinds = ['recorded', 'revoked'] as const;
  const logged = await findSound(
    log,
    kinds.map((kind) => ({ kind, id })),
  );
  if (logged === undefined) return true;
  return kinds.some((kind, i) => {
    const isOfKind = ({ event }: Leaf): boolean => leafName(event) === leafName({ kind, id });
    const known = logged[i] ?? batch.find(isOfKind);
    const taken = takenAway.find(isOfKind);
    return known !== undefined && (taken === undefined || !isSameBytes(known.entry, taken.entry));
  });
};

/** Whether a listed evidence key is now another, or of another first use, than the log has. Putting it back is no change. */
const isRestated = async (log: Table, { restated = [] }: Reading): Promise<boolean> => {
  if (restated.length === 0) return false;
  const logged = await findSound(
    log,
    restated.map(({ event }) => event),
  );
  return restated.some(({ entry }, i) => !isSameBytes(entry, logged?.[i]?.entry ?? new Uint8Array()));
};

/** Undefined if somebody damaged one of their items. */
const findSound = async (log: Table, events: readonly NamedEvent[]) => {
  try {
    return await findLeaves(log, events);
  } catch (error) {
    if (error instanceof DamagedLeaf) return undefined;
    throw error;
  }
};

/** An item before or after a change, in a record of the table's stream. */
const Image = v.pipe(
  v.record(v.string(), v.record(v.string(), v.unknown())),
  v.transform((image): Item => fromDynamoJson(image)),
);

/** A record of the table's stream, from Lambda. */
export const StreamRecord = v.object({
  eventName: v.picklist(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: v.object({
    SequenceNumber: v.string(),
    /** In seconds since the epoch. */
    ApproximateCreationDateTime: v.number(),
    NewImage: v.optional(Image),
    OldImage: v.optional(Image),
  }),
});
export type StreamRecord = v.InferOutput<typeof StreamRecord>;

/** The item before and after the change. */
interface Change {
  readonly old: Item | undefined;
  readonly now: Item | undefined;
  readonly at: Date;
}

const consentKey = /^ACCOUNT#([0-9a-f]{32})#CONSENT#[0-9a-f]{32}$/;
const accountKey = /^ACCOUNT#([0-9a-f]{32})$/;

/** The result of reading a record. */
export interface Reading {
  readonly leaves: readonly Leaf[];
  /** The record was changed in a way that the service never changes it. Such a change gets no leaf. */
  readonly isTampered?: true;
  /** Of an erasure: the leaves of what it took away, which nobody can make again. */
  readonly takenAway?: readonly Leaf[];
  /** Of the list of evidence keys: the leaves of the keys whose entries changed. */
  readonly restated?: readonly Leaf[];
}

const nothing: Reading = { leaves: [] };

const isErased = (item: Item): boolean => parseLogged(item).eraseTime !== undefined;

const haveSameEntries = (one: readonly Leaf[], other: readonly Leaf[]): boolean =>
  one.every(({ event, entry }) => {
    const same = other.find((leaf) => leaf.event.kind === event.kind);
    return same !== undefined && Buffer.from(same.entry).equals(entry);
  });

const markFirst = (leaf: Leaf): Leaf =>
  leaf.event.kind === 'erased' ? { ...leaf, event: { ...leaf.event, isFirst: true } } : leaf;

/** Whether a consent has what an erasure leaves of it, unchanged. The salts of its leaves are gone then, so nothing else shows it. */
const isErasureOf = (account: string, old: Item, now: Item): boolean => {
  const { eraseTime, salt } = now;
  const left = { revokeTime: eraseTime, ...pickRemaining(old), eraseTime, salt };
  return haveSameEntries(leavesOfConsent(account, left), leavesOfConsent(account, now));
};

/** Which end a consent says that it has. Without its leaf nobody sees what ends it next: a person who withdraws it hears that it is revoked already. */
const endIn = (item: Item): LogEvent['kind'] | undefined => {
  const { eraseTime, revokeTime } = parseLogged(item);
  if (eraseTime !== undefined) return 'erased';
  return revokeTime === undefined ? undefined : 'revoked';
};

/** The attributes by which lists and links find a consent. No leaf has them, and nothing but an erasure changes them. */
const listedBy: readonly string[] = [...consentIndexes.map(({ partitionKey }) => partitionKey), 'valueDigests'];

/** Whether a consent is found as before: one that a link did not find while it was pressed would stay in force. */
const isListedAs = (old: Item, now: Item): boolean =>
  listedBy.every((name) => {
    const [before, after] = [old[name], now[name]];
    if (before instanceof Uint8Array && after instanceof Uint8Array) return isSameBytes(before, after);
    return before === after;
  });

const readConsent = (account: string, { old, now, at }: Change): Reading => {
  if (now === undefined) return old === undefined ? nothing : { leaves: [leafOfRemoved(account, old, at)] };
  if (earlyRevocationIn(now).length > 0) return { leaves: [], isTampered: true };
  if (old === undefined) {
    const leaves = leavesOfConsent(account, now);
    if (leaves.length === 0) throw new Error('A new consent lacks what its leaf is made from.');
    return { leaves: leaves.map(markFirst), ...(isErased(now) && { takenAway: [] }) };
  }
  const [before, after] = [comparableLeaves(account, old), comparableLeaves(account, now)];
  const erases = isErased(now) && !isErased(old);
  const isSound = erases
    ? isErasureOf(account, old, now)
    : haveSameEntries(before, after) && (isErased(now) || isListedAs(old, now));
  const known = new Set(before.map(({ event }) => event.kind));
  const fresh = isSound ? leavesOfConsent(account, now, ({ kind }) => !known.has(kind)) : [];
  const end = endIn(now);
  // DynamoDB would delete it. The service gives no consent an end of its own.
  const isTimed = now.expiresAt !== undefined && old.expiresAt === undefined;
  const hidesEnd = end !== undefined && ![...before, ...fresh].some(({ event }) => event.kind === end);
  if (!isSound || hidesEnd || isTimed) return { leaves: [], isTampered: true };
  return { leaves: fresh, ...(erases && { takenAway: leavesOfConsent(account, old) }) };
};

const readVersion = (account: string, { old, now }: Change): Reading => {
  if (now === undefined) return old === undefined ? nothing : { leaves: [], isTampered: true };
  const leaf = leafOfVersion(account, now);
  if (old === undefined) return { leaves: [leaf] };
  return haveSameEntries([leafOfVersion(account, old)], [leaf]) ? nothing : { leaves: [], isTampered: true };
};

const readKeys = ({ old, now }: Change): Reading => {
  const known = new Map(parseEvidenceKeys(old).map((key) => [key.kid, leafOfEvidenceKey(key)]));
  const keys = parseEvidenceKeys(now);
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Error('A list of evidence keys names one of them twice.');
  return {
    leaves: keys.filter(({ kid }) => !known.has(kid)).map(leafOfEvidenceKey),
    restated: keys.map(leafOfEvidenceKey).filter((leaf, i) => {
      const before = known.get(keys[i]?.kid ?? '');
      return before !== undefined && !isSameBytes(before.entry, leaf.entry);
    }),
  };
};

/** Entries of the operations log are written once. */
const readOperation = ({ old, now }: Change): Reading => {
  if (old === undefined) return now === undefined ? nothing : { leaves: [leafOfOperation(now)] };
  const isSame = now !== undefined && haveSameEntries([leafOfOperation(old)], [leafOfOperation(now)]);
  return isSame ? nothing : { leaves: [], isTampered: true };
};

const versionBeginning = keyOf.noticeVersion('', '').SK;

/** The leaves of an item, by its key. */
const readChange = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }, change: Change): Reading => {
  const [partition, sort] = [String(PK), String(SK)];
  if (partition === keyOf.evidenceKeys().PK) return readKeys(change);
  if (partition === keyOf.operation('').PK) return readOperation(change);
  const [, ofConsent] = consentKey.exec(partition) ?? [];
  if (ofConsent !== undefined) {
    if (keyOf.consent(ofConsent, sort).PK !== partition) throw new Error('The keys of a consent name two.');
    return readConsent(ofConsent, change);
  }
  const [, account] = accountKey.exec(partition) ?? [];
  return account !== undefined && sort.startsWith(versionBeginning) ? readVersion(account, change) : nothing;
};

/** The leaves of a stored item. @throws Error when the item is damaged */
export const leavesOfItem = (item: Item): readonly Leaf[] =>
  readChange(item, { old: undefined, now: item, at: new Date(0) }).leaves;

/** The leaves of a stream record. @throws Error when an image is damaged, or says what the service never writes */
export const readRecord = ({ dynamodb }: StreamRecord): Reading => {
  const { NewImage: now, OldImage: old, ApproximateCreationDateTime } = dynamodb;
  return readChange(now ?? old ?? {}, { old, now, at: new Date(ApproximateCreationDateTime * 1_000) });
};

/** The leaf of an entry of the operations log. @throws Error when it is not under its own key */
const leafOfOperation = (item: Item): Leaf => {
  const { id, at, by, command, target, reason = null } = parseLogEntry(item);
  const event: LogEvent = { kind: 'operation', id, time: Date.parse(at) };
  return toLeaf(event, saltOf(item), { event: 'operation.logged', id, time: at, by, command, target, reason });
};

/** The leaf of an evidence key. */
export const leafOfEvidenceKey = ({ kid, stage, usedFrom, jwk: { x, y } }: EvidenceKey): Leaf => {
  const id = createHash('sha256').update(kid).digest('hex').slice(0, 32);
  const event: LogEvent = { kind: 'key', id, time: Date.parse(usedFrom) };
  return toLeaf(event, noSalt, { event: 'evidence-key.used', kid, stage, usedFrom, x, y });
};

/** A pattern of Lambda's event filtering: conditions at the leaves; one of them must hold. */
export interface EventPattern {
  readonly [name: string]: EventPattern | readonly (string | { readonly exists: boolean })[];
}

/** How to recognise an item that the log covers: in consents the hash is bytes, in notice versions a string. */
const hashOf = (image: 'NewImage' | 'OldImage', type: 'B' | 'S'): EventPattern => ({
  dynamodb: { [image]: { contentHash: { [type]: [{ exists: true }] } } },
});

/**
 * The stream records that feed the log: one of the patterns fits. Lambda charges for no others. Five patterns are the
 * most that it accepts (AWS Lambda Developer Guide, "Control which events Lambda sends to your function").
 */
export const streamFilter: readonly EventPattern[] = [
  hashOf('NewImage', 'B'),
  hashOf('NewImage', 'S'),
  hashOf('OldImage', 'B'),
  hashOf('OldImage', 'S'),
  { dynamodb: { Keys: { PK: { S: [keyOf.evidenceKeys().PK, keyOf.operation('').PK, keyOf.feedMark().PK] } } } },
];

/** Milliseconds between two marks at least, and those after which the log must have had one. */
const markPause = 300_000;
const longestGap = 3_600_000;

const Mark = v.object({ at: storedTime });

/** A mark of a later time than now, as of a clock that is wrong, counts as none: it would never be behind. */
const isAhead = (at: string, now: Date): boolean => Date.parse(at) - now.getTime() > longestGap;

const readMark = (item: unknown, now: Date): string | undefined => {
  if (item === undefined) return undefined;
  const { at } = v.parse(Mark, item);
  return isAhead(at, now) ? undefined : at;
};

/** The log has had nothing of the table for an hour. */
export class FeedStopped extends Error {
  override readonly name = 'FeedStopped';
}

/** Puts a mark where there is none, or an earlier one, or one that is ahead. Times are ISO 8601 in UTC, so their texts sort. */
const putMark = (
  table: Table,
  key: { readonly PK: string; readonly SK: string },
  at: string,
  now: Date,
): Promise<unknown> =>
  write(table, {
    put: { ...key, at },
    condition: `${isNew.condition} OR #at < :at OR #at > :ahead`,
    names: { '#at': 'at' },
    values: { ':at': at, ':ahead': new Date(now.getTime() + longestGap).toISOString() },
  });

/**
 * Marks the table, and sees whether the log has had the last mark: the feed carries it like a consent, so it shows a
 * feed that stands still though nobody records anything, or though nothing fails.
 *
 * @throws FeedStopped when it has had none for an hour. The message says since when the log may lack consents
 */
export const checkFeed = async (stores: { readonly log: Table; readonly table: Table }, now: Date): Promise<void> => {
  const { log, table } = stores;
  const at = now.toISOString();
  const items = await Promise.all([getItem(table, keyOf.feedMark()), getItem(log, logKeyOf.feedMark())]);
  const [marked, fed] = items.map((item) => readMark(item, now));
  if (fed === undefined) await putMark(log, logKeyOf.feedMark(), at, now);
  if (marked === undefined || now.getTime() - Date.parse(marked) >= markPause)
    await putMark(table, keyOf.feedMark(), at, now);
  const isBehind = marked !== undefined && fed !== undefined && fed < marked;
  if (isBehind && now.getTime() - Date.parse(fed) > longestGap) {
    throw new FeedStopped(`The log may lack consents since ${fed}. docs/operate.md says what to do.`);
  }
};

const MarkRecord = v.object({
  dynamodb: v.object({
    Keys: v.object({ PK: v.object({ S: v.literal(keyOf.feedMark().PK) }) }),
    NewImage: v.object({ at: v.object({ S: Mark.entries.at }) }),
  }),
});

/** Notes the last mark among the records of the table's stream in the log. */
const noteMark = async (log: Table, records: readonly unknown[], now: Date): Promise<void> => {
  const marks = records.flatMap((record) => {
    const mark = v.safeParse(MarkRecord, record);
    return mark.success ? mark.output.dynamodb.NewImage.at.S : [];
  });
  const at = marks.findLast((each) => !isAhead(each, now));
  if (at !== undefined) await putMark(log, logKeyOf.feedMark(), at, now);
};

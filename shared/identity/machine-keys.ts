import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { lifetimes, limits } from '../api/limits.ts';
import { equalDigests } from '../runtime/digest.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { dayOf } from '../runtime/time.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import { isNew, transact, write } from '../store/write.ts';
import type { MachineKey } from './machine-key.ts';
import type { Change } from './operations-log.ts';
import type { Role, User } from './user.ts';
import { roles, StoredRole } from './user.ts';

/**
 * A key for machines as stored. Commands make it and end it; nothing deletes it, since consents name it. Its times are
 * ISO 8601.
 */
const StoredKey = v.object({
  id: v.string(),
  userId: v.number(),
  accountId: v.string(),
  keyHash: v.string(),
  /** Narrower than that of the user. Default: the role of the user. */
  role: v.optional(StoredRole),
  note: v.optional(v.string()),
  createdAt: v.string(),
  /** Who ran the command, as in the operations log. */
  createdBy: v.string(),
  /** From then on it no longer works. Default: it works until somebody ends it. */
  endsAt: v.optional(v.string()),
  endedAt: v.optional(v.string()),
});
export type StoredKey = v.InferOutput<typeof StoredKey>;

const keyOfKey = ({ userId, id }: Pick<StoredKey, 'userId' | 'id'>) => keyOf.machineKey(userId, id);

export const parseKey = (item: Item): StoredKey => parseNamed(StoredKey, item, keyOfKey);

const Listed = v.omit(StoredKey, ['keyHash']);

/** A key without its hash, and the last day (UTC, such as `2026-11-22`) on which somebody called with it. */
export interface ListedKey extends v.InferOutput<typeof Listed> {
  readonly usedOn: string | undefined;
}

const Use = v.object({ id: v.string(), usedOn: v.string() });

/** The attributes of the last use of a key, without its keys. */
export const useAttributes: readonly string[] = Object.keys(Use.entries);

const primary = ['PK', 'SK'];

/** The keys of a user, also ended ones, the oldest first. */
export const listKeys = async (table: Table, userId: number): Promise<ListedKey[]> => {
  const [items, uses] = await Promise.all([
    queryItems(table, keyOf.machineKey(userId, ''), {
      projection: project([...primary, ...Object.keys(Listed.entries)]),
    }),
    queryItems(table, keyOf.machineKeyUse(userId, ''), { projection: project([...primary, ...useAttributes]) }),
  ]);
  const days = new Map(
    uses
      .map((item) => parseNamed(Use, item, ({ id }) => keyOf.machineKeyUse(userId, id)))
      .map(({ id, usedOn }) => [id, usedOn]),
  );
  return items
    .map((item) => parseNamed(Listed, item, keyOfKey))
    .map((key) => ({ ...key, usedOn: days.get(key.id) }))
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
};

/** What a new key is for. */
export interface KeyTerms {
  readonly role?: Role | undefined;
  readonly endsAt?: Date | undefined;
  readonly note?: string | undefined;
}

/** Stores a new key (`newMachineKey`), which works from then on, and returns it as it is listed. */
export const createKey = async (
  table: Table,
  { accountId, userId, keyId, hash: keyHash }: MachineKey,
  { role, endsAt, note }: KeyTerms,
  { now, by, record }: Change,
): Promise<ListedKey> => {
  const key = {
    id: keyId,
    userId,
    accountId,
    ...(role !== undefined && { role }),
    ...(note !== undefined && { note }),
    createdAt: now.toISOString(),
    createdBy: by,
    ...(endsAt !== undefined && { endsAt: endsAt.toISOString() }),
  };
  const refusals = await transact(table, [
    { put: { ...keyOf.machineKey(userId, keyId), ...key, keyHash }, ...isNew },
    record({ accountId, userId, keyId, ...(role !== undefined && { role }) }),
  ]);
  if (refusals !== undefined) throw new Error('A new key has the id of another one.');
  return { ...key, usedOn: undefined };
};

/** Ends a key at once. Returns false if it is unknown or has already been ended. */
export const endKey = async (
  table: Table,
  { id: userId, accountId }: Pick<User, 'id' | 'accountId'>,
  keyId: string,
  { now, record }: Change,
): Promise<boolean> => {
  const refusals = await transact(table, [
    {
      update: keyOf.machineKey(userId, keyId),
      expression: 'SET endedAt = :now',
      condition: 'attribute_exists(PK) AND attribute_not_exists(endedAt)',
      values: { ':now': now.toISOString() },
    },
    record({ accountId, userId, keyId }),
  ]);
  return refusals === undefined;
};

/** Whether the text of a key is that of the stored one, compared in constant time. */
export const isSameKey = ({ keyHash }: StoredKey, { hash }: MachineKey): boolean => equalDigests(keyHash, hash);

/** Whether a key works while its user does: nobody has ended it, and it has not expired. */
export const isInForce = ({ endsAt, endedAt }: Pick<StoredKey, 'endsAt' | 'endedAt'>, now: Date): boolean =>
  endedAt === undefined && (endsAt === undefined || now.toISOString() < endsAt);

/** The role in which a key calls: the narrower one of the user's and its own. */
export const roleOf = ({ role }: Pick<StoredKey, 'role'>, user: Pick<User, 'role'>): Role =>
  role !== undefined && roles.indexOf(role) < roles.indexOf(user.role) ? role : user.role;

/** When this container saw a key good, and the day for which it has written that. */
interface Remembered {
  readonly seenMs: number;
  readonly usedOn: string;
}

/** By hash, the key seen good longest ago first. It decides how a call reads, and nothing else. */
const remembered = new Map<string, Remembered>();

/** Whether this container has seen the key good lately, so that its account answers for what a call reads. */
export const wasSeenGood = ({ hash }: MachineKey, now: Date): boolean => {
  const { seenMs = Number.NEGATIVE_INFINITY } = remembered.get(hash) ?? {};
  return now.getTime() - seenMs < lifetimes.machineKeySeconds * 1_000;
};

/** Milliseconds that an answer waits for the day to be written. */
const longestWait = 1_000;

/**
 * Remembers a good key and, once a day and container, writes down that it is used. The table takes that once a day and key. A
 * failure is logged and fails no answer.
 */
export const noteUse = async (table: Table, { hash, userId, keyId }: MachineKey, now: Date): Promise<void> => {
  const usedOn = dayOf(now);
  const isWritten = remembered.get(hash)?.usedOn === usedOn;
  cacheKey(hash, { seenMs: now.getTime(), usedOn });
  if (isWritten) return;
  const writing = write(table, {
    update: keyOf.machineKeyUse(userId, keyId),
    expression: 'SET usedOn = :day, id = :id',
    condition: 'attribute_not_exists(PK) OR usedOn < :day',
    values: { ':day': usedOn, ':id': keyId },
  }).catch((error: unknown) => logger.warn('key-use.unwritten', describeFault(error)));
  await Promise.race([writing, sleep(longestWait, undefined, { ref: false })]);
};

const cacheKey = (hash: string, seen: Remembered): void => {
  remembered.delete(hash);
  remembered.set(hash, seen);
  const [oldest] = remembered.keys();
  if (remembered.size > limits.machineKeysRemembered && oldest !== undefined) remembered.delete(oldest);
};

import * as v from 'valibot';
import type { Item, Key, Table } from './client.ts';
import { writeNumbered } from './counter.ts';
import type { Credential } from './credential.ts';
import { credentialKey } from './credential.ts';
import { getItem } from './get.ts';
import { isNew, transact } from './write.ts';

/** A person who signs in for an account. */
const User = v.object({
  id: v.number(),
  accountId: v.string(),
  name: v.string(),
  email: v.string(),
  emailVerifiedAt: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  enabled: v.boolean(),
  /** Sessions of an earlier epoch are over: a new password and a disabled user begin a new one (open point 19). */
  sessionEpoch: v.number(),
});
export type User = v.InferOutput<typeof User>;

export const userKey = (id: number): Key => ({ PK: `USER#${id}`, SK: 'USER' });

export const parseUser = (item: Item): User => v.parse(User, item);

export const findUser = async (table: Table, id: number): Promise<User | undefined> => {
  const item = await getItem(table, userKey(id));
  return item && parseUser(item);
};

/**
 * Creates a user whose email the operator vouches for.
 *
 * @param passwordHash as `hashPassword` makes it
 * @returns the user's id, or undefined when another user has the email
 */
export const createUser = (
  table: Table,
  { accountId, name, email, passwordHash }: { accountId: string; name: string; email: string; passwordHash: string },
  now: Date,
): Promise<number | undefined> => {
  const time = now.toISOString();
  return writeNumbered(table, 'USER', (id) => {
    const user: User = {
      id,
      accountId,
      name,
      email,
      emailVerifiedAt: time,
      createdAt: time,
      updatedAt: time,
      enabled: true,
      sessionEpoch: 1,
    };
    const credential: Credential = { userId: id, passwordHash, sessionEpoch: 1 };
    return [
      { put: { ...userKey(id), ...user }, ...isNew },
      { put: { ...credentialKey(email), ...credential }, ...isNew },
    ];
  });
};

/** Begins a new session epoch of user and credential in one transaction, with what else changes in them. */
const beginSessionEpoch = async (
  table: Table,
  id: number,
  change: { readonly enabled?: boolean; readonly passwordHash?: string },
  now: Date,
): Promise<boolean> => {
  const user = await findUser(table, id);
  if (user === undefined) return false;
  const { enabled = user.enabled, passwordHash } = change;
  const epochs = { ':epoch': user.sessionEpoch, ':next': user.sessionEpoch + 1 };
  const condition = 'sessionEpoch = :epoch';
  const refusals = await transact(table, [
    {
      update: userKey(id),
      expression: 'SET sessionEpoch = :next, enabled = :enabled, updatedAt = :now',
      condition,
      values: { ...epochs, ':enabled': enabled, ':now': now.toISOString() },
    },
    {
      update: credentialKey(user.email),
      expression: `SET sessionEpoch = :next${passwordHash === undefined ? '' : ', passwordHash = :passwordHash'}`,
      condition,
      values: { ...epochs, ...(passwordHash !== undefined && { ':passwordHash': passwordHash }) },
    },
  ]);
  return refusals === undefined || beginSessionEpoch(table, id, change, now);
};

/** Changes the password and ends all sessions of the user. Returns false for an unknown user. */
export const changePassword = (table: Table, id: number, passwordHash: string, now: Date): Promise<boolean> =>
  beginSessionEpoch(table, id, { passwordHash }, now);

/** Allows or forbids the user to sign in and ends all sessions of the user. Returns false for an unknown user. */
export const enableUser = (table: Table, id: number, enabled: boolean, now: Date): Promise<boolean> =>
  beginSessionEpoch(table, id, { enabled }, now);

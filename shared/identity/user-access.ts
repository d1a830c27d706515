import type { Change } from './operations-log.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { transact } from '../store/write.ts';
import { credentialKey } from './credential.ts';
import { endingOf } from './session-ending.ts';
import type { User } from './user.ts';
import { findUser } from './user.ts';

/**
 * Begins a new session epoch of the user and the credential in one transaction, together with other changes to them.
 */
const beginSessionEpoch = async (
  table: Table,
  id: number,
  access: { readonly enabled?: boolean; readonly passwordHash?: string },
  change: Change,
): Promise<boolean> => {
  const user = await findUser(table, id);
  if (user === undefined) return false;
  const { enabled = user.enabled, passwordHash } = access;
  const epochs = { ':epoch': user.sessionEpoch, ':next': user.sessionEpoch + 1 };
  const condition = 'sessionEpoch = :epoch';
  const refusals = await transact(table, [
    {
      update: keyOf.user(id),
      expression: 'SET sessionEpoch = :next, enabled = :enabled, updatedAt = :now',
      condition,
      values: { ...epochs, ':enabled': enabled, ':now': change.now.toISOString() },
    },
    {
      update: credentialKey(user.email),
      expression: `SET sessionEpoch = :next${passwordHash === undefined ? '' : ', passwordHash = :passwordHash'}`,
      condition,
      values: { ...epochs, ...(passwordHash !== undefined && { ':passwordHash': passwordHash }) },
    },
    change.record({ accountId: user.accountId, userId: id }),
  ]);
  return refusals === undefined || beginSessionEpoch(table, id, access, change);
};

/** Changes the password and ends all sessions of the user. Returns false for an unknown user. */
export const changePassword = (table: Table, id: number, passwordHash: string, change: Change): Promise<boolean> =>
  beginSessionEpoch(table, id, { passwordHash }, change);

/** Enables or disables the user and ends all sessions of the user. Returns false for an unknown user. */
export const enableUser = (table: Table, id: number, enabled: boolean, change: Change): Promise<boolean> =>
  beginSessionEpoch(table, id, { enabled }, change);

/** Ends all sessions of the user. Returns false for an unknown user. */
export const endAllSessions = (table: Table, id: number, change: Change): Promise<boolean> =>
  beginSessionEpoch(table, id, {}, change);

/** Ends one session of the user. Returns false if it is unknown or has already ended. */
export const endOneSession = async (
  table: Table,
  { id: userId, accountId }: Pick<User, 'id' | 'accountId'>,
  sessionId: string,
  { now, record }: Change,
): Promise<boolean> => {
  const entry = record({ accountId, userId, sessionId });
  const refusals = await transact(table, [endingOf(userId, sessionId, now), entry]);
  return refusals === undefined;
};

import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { Credential } from './credential.ts';
import { credentialKey } from './credential.ts';
import type { Change } from './operations-log.ts';
import { carryingOver, endingOf } from './session.ts';
import type { Role, User } from './user.ts';
import { findUser, usualRole } from './user.ts';

/** A new user. The operator vouches for the email. @property passwordHash as `hashPassword` makes it */
export interface NewUser {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Default: editor. */
  readonly role?: Role;
}

/** The writes of a new user with the given id, for a transaction. */
export const putUser = (
  id: number,
  { accountId, name, email, passwordHash, role = usualRole }: NewUser,
  now: Date,
): readonly Put[] => {
  const time = now.toISOString();
  const user: User = {
    id,
    accountId,
    name,
    email,
    emailVerifiedAt: time,
    createdAt: time,
    updatedAt: time,
    enabled: true,
    role,
    sessionEpoch: 1,
  };
  const credential: Credential = { userId: id, passwordHash, sessionEpoch: 1 };
  return [
    { put: { ...keyOf.user(id), ...user }, ...isNew },
    { put: { ...credentialKey(email), ...credential }, ...isNew },
    { put: { ...keyOf.member(accountId, id), userId: id }, ...isNew },
  ];
};

/** Creates a user. Returns the user's id, or undefined if another user has the email. */
export const createUser = (table: Table, user: NewUser, { now, record }: Change): Promise<number | undefined> =>
  writeNumbered(table, 'USER', (id) => [
    ...putUser(id, user, now),
    record({ accountId: user.accountId, userId: id, role: user.role ?? usualRole }),
  ]);

/** Sets one attribute of a user. Returns false for an unknown user. */
const changeUser = async (
  table: Table,
  id: number,
  { attribute, value }: { readonly attribute: 'name' | 'role'; readonly value: string },
  now: Date,
  entry: Put,
): Promise<boolean> => {
  const refusals = await transact(table, [
    {
      update: keyOf.user(id),
      expression: 'SET #attribute = :value, updatedAt = :now',
      condition: 'attribute_exists(PK)',
      names: { '#attribute': attribute },
      values: { ':value': value, ':now': now.toISOString() },
    },
    entry,
  ]);
  return refusals === undefined;
};

/** Returns false for an unknown user. */
export const renameUser = (
  table: Table,
  { id, name }: Pick<User, 'id' | 'name'>,
  { now, record }: Change,
): Promise<boolean> => changeUser(table, id, { attribute: 'name', value: name }, now, record({ userId: id }));

/** Changes the role of a user. The new role counts from the next call. Returns false for an unknown user. */
export const changeRole = (
  table: Table,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
  role: Role,
  { now, record }: Change,
): Promise<boolean> =>
  changeUser(table, id, { attribute: 'role', value: role }, now, record({ accountId, userId: id, role }));

const epochsOf = ({ sessionEpoch }: User) => ({ ':epoch': sessionEpoch, ':next': sessionEpoch + 1 });

/** The writes of a new session epoch, which are refused if the user has another epoch meanwhile. */
const writeSessionEpoch = (
  user: User,
  { enabled = user.enabled, passwordHash }: { readonly enabled?: boolean; readonly passwordHash?: string },
  now: Date,
): readonly [Update, Update] => {
  const [epochs, condition] = [epochsOf(user), 'sessionEpoch = :epoch'];
  return [
    {
      update: keyOf.user(user.id),
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
  ];
};

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
  const refusals = await transact(table, [
    ...writeSessionEpoch(user, access, change.now),
    change.record({ accountId: user.accountId, userId: id }),
  ]);
  return refusals === undefined || beginSessionEpoch(table, id, access, change);
};

/** Changes the password and ends all sessions of the user. Returns false for an unknown user. */
export const changePassword = (table: Table, id: number, passwordHash: string, change: Change): Promise<boolean> =>
  beginSessionEpoch(table, id, { passwordHash }, change);

/**
 * Changes the password and ends all sessions of the user but one, which goes on with its tokens. Returns false if that session has ended since
 * the user was read, as when somebody else changed the password or disabled the user.
 */
export const changeOwnPassword = async (
  table: Table,
  user: User,
  { sessionId, passwordHash }: { readonly sessionId: string; readonly passwordHash: string },
  { now, record }: Change,
): Promise<boolean> => {
  const refusals = await transact(table, [
    ...writeSessionEpoch(user, { passwordHash }, now),
    carryingOver(user.id, sessionId, epochsOf(user)),
    record({ accountId: user.accountId, userId: user.id }),
  ]);
  return refusals === undefined;
};

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

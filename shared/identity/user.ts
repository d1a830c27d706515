import * as v from 'valibot';
import { fallback, picklist } from 'valibot';
import { writeNumbered } from '../store/counter.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem, queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { NewAccount } from './account.ts';
import { putAccount } from './account.ts';
import type { Change } from './operations-log.ts';
import type { Credential } from './passwords.ts';
import { credentialKey } from './passwords.ts';
import type { NewProject } from './project.ts';
import { putProject } from './project.ts';
import { endingOf, toNextEpoch } from './session.ts';

/** The roles of users, with the fewest rights first (docs/api.md, Accounts and access). */
export const roles = ['sender', 'reader', 'editor'] as const;

export const Role = picklist(roles);

/** The role of a new user for whom none is named. */
export const usualRole = 'editor' satisfies Role;

/** The stored role. An unknown role, such as one from a later version of this software, has the fewest rights. */
export const StoredRole = fallback(Role, 'sender');

/** A login of an account. */
const User = v.object({
  id: v.number(),
  accountId: v.string(),
  name: v.string(),
  email: v.string(),
  emailVerifiedAt: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  enabled: v.boolean(),
  role: StoredRole,
  /**
   * Sessions of an earlier epoch are over. Changing the password or disabling the user begins a new epoch
   * (docs/api.md, Tokens and sessions).
   */
  sessionEpoch: v.number(),
});
export type User = v.InferOutput<typeof User>;

export const parseUser = (item: Item): User => parseNamed(User, item, ({ id }) => keyOf.user(id));

export const findUser = async (table: Table, id: number): Promise<User | undefined> => {
  const item = await getItem(table, keyOf.user(id));
  return item && parseUser(item);
};

const Member = v.object({ userId: v.number() });

const parseMember = (item: Item): number =>
  parseNamed(Member, item, ({ userId }) => ({ SK: keyOf.member('', userId).SK })).userId;

/** All users of an account, by id. */
export const listUsers = async (table: Table, accountId: string): Promise<User[]> => {
  const members = await queryItems(table, keyOf.member(accountId, ''));
  const keys = members.map((member) => keyOf.user(parseMember(member)));
  const items = await batchGet(table, keys, { consistent: true });
  return items
    .filter((item) => item !== undefined)
    .map(parseUser)
    .sort((a, b) => a.id - b.id);
};

export type Role = (typeof roles)[number];

export const mayWrite = (role: Role): boolean => role === 'editor';

/** Whether the user may see consents, and what else the account has. A sender only asks who may be written to. */
export const mayRead = (role: Role): boolean => role !== 'sender';

/** The `scope` of each role. */
const scopes: Readonly<Record<Role, string>> = {
  sender: 'consents:check',
  reader: 'consents:read',
  editor: 'consents:read consents:write',
};

/**
 * The `scope` of an access token, values separated by spaces (RFC 9068). It is only for display and decides nothing.
 */
export const scopeOf = (role: Role): string => scopes[role];

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
const putUser = (
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

/** The writes of a new session epoch, which are refused if the user has another epoch by then. */
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
    toNextEpoch(user.id, sessionId, epochsOf(user)),
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

/** A new account with its first user and project. */
export interface FirstAccount {
  readonly account: NewAccount;
  readonly user: Omit<NewUser, 'accountId'>;
  readonly project: Omit<NewProject, 'accountId'>;
}

/** There is only one first account, even if two are created at the same time. */
const firstAccount: Put = { put: { ...keyOf.firstAccount() }, ...isNew };

/** Creates all three or nothing. Returns undefined if another user has the email, or a first account exists. */
export const createFirstAccount = async (
  table: Table,
  { account, user, project }: FirstAccount,
  { now, record }: Change,
): Promise<{ readonly accountId: string; readonly userId: number } | undefined> => {
  const { id: accountId, actions } = putAccount({ ...account, projectUid: project.uid }, now);
  const userId = await writeNumbered(table, 'USER', (id) => [
    firstAccount,
    ...actions,
    ...putUser(id, { accountId, ...user }, now),
    putProject({ accountId, ...project }, now),
    record({ accountId, name: account.name, userId: id, projectUid: project.uid }),
  ]);
  return userId === undefined ? undefined : { accountId, userId };
};

import type { Change } from './operations-log.ts';
import type { Table } from '../store/client.ts';
import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Put } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { Credential } from './credential.ts';
import { credentialKey } from './credential.ts';
import type { Role } from './role.ts';
import { usualRole } from './role.ts';
import type { User } from './user.ts';

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

import type { Change } from '../accounts/operations-log.ts';
import type { Table } from '../store/client.ts';
import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Put } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { Credential } from './credential.ts';
import { credentialKey } from './credential.ts';
import type { User } from './user.ts';

/** What a new user begins with. The operator vouches for the email. @property passwordHash as `hashPassword` makes it */
export interface NewUser {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** The writes of a new user who gets that id, for a transaction. */
export const putUser = (id: number, { accountId, name, email, passwordHash }: NewUser, now: Date): readonly Put[] => {
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
    sessionEpoch: 1,
  };
  const credential: Credential = { userId: id, passwordHash, sessionEpoch: 1 };
  return [
    { put: { ...keyOf.user(id), ...user }, ...isNew },
    { put: { ...credentialKey(email), ...credential }, ...isNew },
    { put: { ...keyOf.member(accountId, id), userId: id }, ...isNew },
  ];
};

/** Creates a user. Returns the user's id, or undefined when another user has the email. */
export const createUser = (table: Table, user: NewUser, { now, record }: Change): Promise<number | undefined> =>
  writeNumbered(table, 'USER', (id) => [...putUser(id, user, now), record({ accountId: user.accountId, userId: id })]);

/** Returns false for an unknown user. */
export const renameUser = async (
  table: Table,
  { id, name }: Pick<User, 'id' | 'name'>,
  { now, record }: Change,
): Promise<boolean> => {
  const refusals = await transact(table, [
    {
      update: keyOf.user(id),
      expression: 'SET #name = :name, updatedAt = :now',
      condition: 'attribute_exists(PK)',
      names: { '#name': 'name' },
      values: { ':name': name, ':now': now.toISOString() },
    },
    record({ userId: id }),
  ]);
  return refusals === undefined;
};

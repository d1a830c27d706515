import { randomUUID } from 'node:crypto';
import { credentialKey } from '../../../shared/identity/credential.ts';
import { createUser, enableUser } from '../../../shared/identity/user-changes.ts';
import type { Table } from '../../../shared/store/client.ts';
import { write } from '../../../shared/store/write.ts';
import { changeAt } from '../../../test/support/change.ts';
import { password, passwordHash } from '../../../test/support/password.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
}

interface User {
  readonly id: number;
  readonly email: string;
}

/** A user that no other attempt is aimed at, so that no attempt is throttled. */
const newUser = async (table: Table): Promise<User> => {
  const email = `${randomUUID()}@example.com`;
  const user = { accountId: 'account', name: 'A User', email, passwordHash };
  const id = await createUser(table, user, changeAt());
  if (id === undefined) throw new Error('The email is taken.');
  return { id, email };
};

const damageHash = async (table: Table, email: string): Promise<void> => {
  await write(table, {
    update: credentialKey(email),
    expression: 'SET passwordHash = :hash',
    condition: 'attribute_exists(PK)',
    values: { ':hash': passwordHash.slice(0, 30) },
  });
};

/** Ways for a login to fail. Each is prepared with the same kind of writes, which the engine may remember for a while. */
const failures: Readonly<Record<string, (table: Table, user: User) => Promise<Login>>> = {
  'unknown email': async () => ({ email: `${randomUUID()}@example.com`, password }),
  'disabled user': async (table, { id, email }) => {
    await enableUser(table, id, false, changeAt());
    return { email, password };
  },
  'wrong password': async (_table, { email }) => ({ email, password: 'a wrong, long password' }),
  'empty password': async (_table, { email }) => ({ email, password: '' }),
  'longest password': async (_table, { email }) => ({ email, password: password.repeat(37).slice(0, 1_024) }),
  'damaged stored hash': async (table, { email }) => {
    await damageHash(table, email);
    return { email, password };
  },
};

export const failureNames: readonly string[] = Object.keys(failures);

/** A login that will fail in the way of that name, at a user of its own. */
export const prepareFailure = async (table: Table, name: string): Promise<Login> => {
  const prepare = failures[name];
  if (prepare === undefined) throw new Error(`No such failure: ${name}.`);
  return prepare(table, await newUser(table));
};

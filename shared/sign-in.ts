import { verifyPassword } from './passwords.ts';
import { Problem } from './problem.ts';
import type { Table } from './store/client.ts';
import { findCredential } from './store/credential.ts';
import type { User } from './store/user.ts';
import { findUser } from './store/user.ts';

/** A user id that no user has, read for emails that no user has, so that both cost the same. */
const nobody = 0;

/**
 * The user of an email and password. Every way to fail makes the same reads, one bcrypt and the same answer.
 *
 * @throws Problem credentials.invalid
 */
export const verifyCredentials = async (table: Table, email: string, password: string): Promise<User> => {
  const credential = await findCredential(table, email);
  const [matches, user] = await Promise.all([
    verifyPassword(password, credential?.passwordHash),
    findUser(table, credential?.userId ?? nobody),
  ]);
  if (!matches || !user?.enabled || user.sessionEpoch !== credential?.sessionEpoch) {
    throw new Problem('credentials.invalid', 'The email or the password is wrong.');
  }
  return user;
};

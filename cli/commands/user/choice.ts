import { findUserId } from '../../../shared/identity/credential.ts';
import type { User } from '../../../shared/identity/user.ts';
import { findUser } from '../../../shared/identity/user.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';

const findId = async (table: Table, idOrEmail: string): Promise<number | undefined> =>
  /^\d{1,15}$/.test(idOrEmail) ? Number(idOrEmail) : findUserId(table, idOrEmail);

/** The user with an id or an email, in any letter case. @throws CommandError notFound */
export const chooseUser = async (table: Table, idOrEmail: string): Promise<User> => {
  const id = await findId(table, idOrEmail);
  const user = id === undefined ? undefined : await findUser(table, id);
  if (user === undefined) {
    throw new CommandError(
      'There is no user with this id or email. `user list` shows the users of an account.',
      'notFound',
    );
  }
  return user;
};

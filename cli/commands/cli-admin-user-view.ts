import type { User } from '../../shared/identity/user.ts';
import { findUser } from '../../shared/identity/user.ts';
import type { Work } from '../command.ts';
import type { Cell, Result } from '../printing/output.ts';
import { toDetails } from '../printing/output.ts';

/** A user as commands print it. */
export const describeUser = ({ id, accountId, name, email, role, enabled, createdAt, updatedAt }: User) => ({
  user: id,
  name,
  email,
  role,
  enabled,
  account: accountId,
  createdAt,
  updatedAt,
});

/** The user after a change, with additional details. */
export const showUser = async (
  { table }: Work,
  id: number,
  more: Readonly<Record<string, Cell>> = {},
): Promise<Result> => {
  const user = await findUser(table, id);
  if (user === undefined) throw new Error('The user that was changed is not there.');
  return toDetails({ ...describeUser(user), ...more });
};

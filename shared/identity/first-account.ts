import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew } from '../store/write.ts';
import type { NewAccount } from './account.ts';
import { putAccount } from './account.ts';
import type { Change } from './operations.ts';
import type { NewProject } from './project.ts';
import { putProject } from './project.ts';
import type { NewUser } from './user.ts';
import { putUser } from './user.ts';

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

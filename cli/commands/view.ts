import type { Account } from '../../shared/identity/account.ts';
import { findAccount } from '../../shared/identity/account.ts';
import type { Work } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { toDetails } from '../printing/output.ts';

/** An account as commands print it. */
export const describeAccount = (account: Account) => ({
  account: account.id,
  name: account.name,
  enabled: account.consentRegisterEnabled,
  createdAt: account.createdAt,
});

/** The account after a change. */
export const showAccount = async ({ table }: Work, id: string): Promise<Result> => {
  const account = await findAccount(table, id);
  if (account === undefined) throw new Error('The account that was changed is not there.');
  return toDetails(describeAccount(account));
};

import type { Account } from '../../../shared/identity/account.ts';
import { findAccount, listAccounts } from '../../../shared/identity/account.ts';
import { identifierPattern } from '../../../shared/identifier.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';

/** The option of commands that work on one account. */
export const accountOption = [
  '--account <account>',
  'id or name (default: CONSENT_REGISTER_ACCOUNT, or the only account)',
] as const;

const findByName = async (table: Table, name: string): Promise<Account> => {
  const accounts = (await listAccounts(table)).filter((account) => account.name === name);
  const [account, ...others] = accounts;
  if (account === undefined) {
    throw new CommandError(`There is no account "${name}". \`account list\` shows all.`, 'notFound');
  }
  if (others.length === 0) return account;
  const ids = accounts.map(({ id }) => id).join(', ');
  throw new CommandError(`Several accounts have the name "${name}". Give the id of one: ${ids}.`, 'usage');
};

/** @throws CommandError notFound; usage when several accounts have the name */
export const chooseAccount = async (table: Table, idOrName: string): Promise<Account> => {
  const account = identifierPattern.test(idOrName) ? await findAccount(table, idOrName) : undefined;
  return account ?? findByName(table, idOrName);
};

/** @throws CommandError refused when an account already has the name: commands choose accounts by name */
export const checkUnused = async (table: Table, name: string): Promise<void> => {
  const other = (await listAccounts(table)).find((account) => account.name === name);
  if (other !== undefined)
    throw new CommandError(`Account ${other.id} already has the name "${name}". Choose another name.`, 'refused');
};

/** The accounts to search for an id: the one that --account names, or all. */
export const chooseAccounts = async (table: Table, idOrName: string | undefined): Promise<Account[]> =>
  idOrName === undefined ? listAccounts(table) : [await chooseAccount(table, idOrName)];

export const noAccountYet = 'There is no account yet. Run `init` to create the first one.';

/**
 * The account that --account names; otherwise the one in CONSENT_REGISTER_ACCOUNT, or the only one. Undefined if there
 * is no account.
 *
 * @throws CommandError when there are several to choose from
 */
export const chooseAccountIfAny = async (table: Table, idOrName: string | undefined): Promise<Account | undefined> => {
  const { CONSENT_REGISTER_ACCOUNT: usual = '' } = process.env;
  if (idOrName !== undefined) return chooseAccount(table, idOrName);
  if (usual !== '') return chooseAccount(table, usual);
  const accounts = await listAccounts(table);
  if (accounts.length <= 1) return accounts[0];
  throw new CommandError(`There are ${accounts.length} accounts. Name one with --account <id or name>.`, 'usage');
};

/** The same, but an account is required. @throws CommandError when there are several, or none */
export const chooseAccountOrOnly = async (table: Table, idOrName: string | undefined): Promise<Account> => {
  const account = await chooseAccountIfAny(table, idOrName);
  if (account === undefined) throw new CommandError(noAccountYet, 'notFound');
  return account;
};

import type { Account } from '../shared/identity/account.ts';
import { findAccount, listAccounts } from '../shared/identity/account.ts';
import { findUserId } from '../shared/identity/passwords.ts';
import type { Project } from '../shared/identity/project.ts';
import { findProject, listProjects } from '../shared/identity/project.ts';
import type { User } from '../shared/identity/user.ts';
import { findUser } from '../shared/identity/user.ts';
import { identifierPattern } from '../shared/runtime/identifier.ts';
import type { Table } from '../shared/store/table.ts';
import { CommandError } from './errors.ts';
import { quoteForShell } from './output/format.ts';

/** The option of commands that work on one account. */
export const accountOption = [
  '--account <account>',
  'id or name (default: CONSENT_REGISTER_ACCOUNT, or the only account)',
] as const;

/** The fewest characters that may stand for an id: those of its time in milliseconds. */
const fewestCharacters = 12;

/** Whether a text can be the beginning of an id, as tables show it. */
export const beginsId = (text: string): boolean => text.length >= fewestCharacters && /^[\da-f]{1,32}$/.test(text);

/** The account with a name, or else with an id that begins so. */
const findListed = async (table: Table, name: string): Promise<Account> => {
  const all = await listAccounts(table);
  const accounts = all.filter((account) => account.name === name);
  const [account, ...others] =
    accounts.length === 0 && beginsId(name) ? all.filter(({ id }) => id.startsWith(name)) : accounts;
  if (account === undefined) {
    throw new CommandError(`There is no account "${name}". \`account list\` shows all.`, 'notFound');
  }
  if (others.length === 0) return account;
  const ids = [account, ...others].map(({ id }) => id).join(', ');
  const what = accounts.length === 0 ? 'have ids that begin with' : 'have the name';
  throw new CommandError(`Several accounts ${what} "${name}". Give the id of one: ${ids}.`, 'usage');
};

/** @throws CommandError notFound; usage when several accounts have the name */
export const chooseAccount = async (table: Table, idOrName: string): Promise<Account> => {
  const account = identifierPattern.test(idOrName) ? await findAccount(table, idOrName) : undefined;
  return account ?? findListed(table, idOrName);
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

/** The account that --account or CONSENT_REGISTER_ACCOUNT names; otherwise all. @throws CommandError if there is none */
export const chooseUsualOrAll = async (table: Table, idOrName: string | undefined): Promise<readonly Account[]> => {
  const { CONSENT_REGISTER_ACCOUNT: usual = '' } = process.env;
  const accounts = await chooseAccounts(table, idOrName ?? (usual === '' ? undefined : usual));
  if (accounts.length === 0) throw new CommandError(noAccountYet, 'notFound');
  return accounts;
};

export const noAccountYet = 'There is no account yet. Run `setup` to create the first one.';

/** The most accounts that a message names. */
const mostNamed = 5;

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
  const shown = accounts.slice(0, mostNamed).map(({ name }) => quoteForShell(name));
  const more = accounts.length > mostNamed ? ` and ${accounts.length - mostNamed} others` : '';
  throw new CommandError(
    `There are ${accounts.length} accounts: ${shown.join(', ')}${more}. Name one, such as --account ${shown[0]}.`,
    'usage',
  );
};

/** The same, but an account is required. @throws CommandError when there are several, or none */
export const chooseAccountOrOnly = async (table: Table, idOrName: string | undefined): Promise<Account> => {
  const account = await chooseAccountIfAny(table, idOrName);
  if (account === undefined) throw new CommandError(noAccountYet, 'notFound');
  return account;
};

/** The option of commands that search consents. */
export const projectOption = ['--project <uid>', 'only consents of this project'] as const;

/** @throws CommandError notFound */
export const chooseProject = async (table: Table, accountId: string, uid: string): Promise<Project> => {
  const project = await findProject(table, accountId, uid);
  if (project !== undefined) return project;
  throw new CommandError(`The account has no project "${uid}". \`project list\` shows all.`, 'notFound');
};

/** The UIDs of the projects to search: the one in --project, or all of the account. @throws CommandError notFound */
export const chooseUids = async (table: Table, accountId: string, uid: string | undefined): Promise<string[]> => {
  const projects =
    uid === undefined ? await listProjects(table, accountId) : [await chooseProject(table, accountId, uid)];
  return projects.map((project) => project.uid);
};

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

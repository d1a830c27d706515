import { isIP } from 'node:net';
import { findAccount } from '../../shared/identity/account.ts';
import { isInForce, listKeys } from '../../shared/identity/machine-keys.ts';
import { findUserId, hashPassword } from '../../shared/identity/passwords.ts';
import type { ListedSession } from '../../shared/identity/session.ts';
import { isActive, listSessions } from '../../shared/identity/session.ts';
import { allowAddress, describeNetwork, findUnreachable } from '../../shared/identity/throttle.ts';
import type { Role, User } from '../../shared/identity/user.ts';
import {
  changePassword,
  changeRole,
  createUser,
  enableUser,
  endAllSessions,
  endOneSession,
  findUser,
  listUsers,
  renameUser,
  roles,
  usualRole,
} from '../../shared/identity/user.ts';
import type { ChangingWork, Work } from '../action.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { accountOption, chooseAccountIfAny, chooseAccountOrOnly, chooseUser, noAccountYet } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { askFirst } from '../input/terminal.ts';
import { checkEmail, checkName, must } from '../input/values.ts';
import type { Result } from '../output/print.ts';
import { note } from '../output/print.ts';
import { countEach } from '../output/progress.ts';
import type { Cell } from '../output/rows.ts';
import { toDetails, toTable } from '../output/rows.ts';
import { userKey } from './user/key.ts';
import { checkPasswordOptions, choosePassword, generateOption, showGenerated, stdinOption } from './user/password.ts';

/** The sessions of a user with valid tokens. */
const listLiving = async ({ table, now }: Work, user: User): Promise<ListedSession[]> =>
  (await listSessions(table, user.id)).filter((session) => isActive(session, user, now));

/** The number of sessions that end, in words. */
const endSessions = (count: number, whose = ''): string =>
  `${countEach(count, 'session')}${whose} ${count === 1 ? 'ends' : 'end'}`;

/** A session, for scripts. */
const describe = ({ id, createdAt, currentIssuedMs, expiresAt }: ListedSession) => ({
  id,
  createdAt,
  lastRefreshedAt: new Date(currentIssuedMs).toISOString(),
  expiresAt: new Date(expiresAt * 1_000).toISOString(),
});

/** The same for people. */
const toCells = (listed: ListedSession) => {
  const { id, ...cells } = describe(listed);
  return { session: id, ...cells };
};

export const sessions = command(
  'sessions',
  'Lists the active sessions of a user',
  'user sessions ada@shop.example --stage prod',
)
  .argument('<user>', 'id or email')
  .action(
    looks(async (work, idOrEmail) => {
      const living = await listLiving(work, await chooseUser(work.table, idOrEmail));
      return toTable(living.map(toCells), 'The user has no active session.', living.map(describe));
    }),
  );

export const endSession = changingCommand(
  'end-session',
  'Ends one session of a user at once, or all of them with --all',
  'user end-session ada@shop.example --all --stage prod',
)
  .argument('<user>', 'id or email')
  .argument('[session]', 'id of the session')
  .option('--all', 'end all sessions of the user')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, id, { all = false, yes = false }) => {
      const { table, stage, newChange } = work;
      if ((id !== undefined) === all) throw new CommandError('Give the id of a session, or use --all.', 'usage');
      const user = await chooseUser(table, idOrEmail);
      const ending = (await listLiving(work, user)).filter((session) => all || session.id === id);
      if (ending.length === 0 && !all) {
        throw new CommandError(
          `The user has no such active session. \`user sessions ${user.id}\` lists them.`,
          'notFound',
        );
      }
      if (ending.length === 0) return toTable([], 'The user has no active session.');
      await askFirst(`On ${stage.label}, ${endSessions(ending.length, ` of user ${user.id}`)}. Go on?`, yes);
      if (all) await endAllSessions(table, user.id, newChange());
      else for (const session of ending) await endOneSession(table, user, session.id, newChange());
      return toTable(ending.map(toCells), '', ending.map(describe));
    }),
  );

const taken = 'Another user already has this email. Use another email.';

const rolesSaid = roles.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** The roles, for help. */
const roleHelp = `${rolesSaid}; a reader cannot record or revoke consents, a sender can only check whom to write to, and make links of one notice`;

const create = changingCommand(
  'create',
  'Creates a user of an account, who signs in with an email and a password',
  "user create 'Ada Rossi' ada@shop.example --account 'My Shop' --stage prod",
)
  .argument('<name>', 'name of the user')
  .argument('<email>', 'email to sign in with')
  .option(...accountOption)
  .option('--role <role>', roleHelp, usualRole)
  .option(...generateOption)
  .option(...stdinOption)
  .action(
    changes(async (work, name, email, options) => {
      checkPasswordOptions(options);
      if (checkEmail(name) === undefined && checkEmail(email) !== undefined) {
        throw new CommandError('The name comes first, then the email. Swap them.', 'usage');
      }
      const user = { name: must(name, checkName), email: must(email, checkEmail), role: toRole(options.role) };
      const account = await chooseAccountOrOnly(work.table, options.account);
      if ((await findUserId(work.table, user.email)) !== undefined) throw new CommandError(taken, 'refused');
      const chosen = await choosePassword([user.name, user.email, account.name], options);
      const passwordHash = await hashPassword(chosen.password);
      const made = { accountId: account.id, ...user, passwordHash };
      const id = await createUser(work.table, made, work.newChange());
      if (id === undefined) throw new CommandError(taken, 'refused');
      return showUser(work, id, showGenerated(chosen));
    }),
  );

const list = command('list', 'Lists the users of an account', "user list --account 'My Shop' --stage prod")
  .option(...accountOption)
  .action(
    looks(async ({ table }, options) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const users = await listUsers(table, account.id);
      return toTable(users.map(toUserCells), 'The account has no user.', users.map(describeUser));
    }),
  );

const show = command('show', 'Shows a user', 'user show ada@shop.example --stage prod')
  .argument('<user>', 'id or email')
  .action(
    looks(async (work, idOrEmail) => {
      const user = await chooseUser(work.table, idOrEmail);
      return toUserDetails(user, { sessions: (await listLiving(work, user)).length });
    }),
  );

const rename = changingCommand('rename', 'Renames a user', "user rename ada@shop.example 'Ada Bianchi' --local")
  .argument('<user>', 'id or email')
  .argument('<name>', 'the new name')
  .action(
    changes(async (work, idOrEmail, name) => {
      const wanted = must(name, checkName);
      const { id, name: before } = await chooseUser(work.table, idOrEmail);
      if (before !== wanted) await renameUser(work.table, { id, name: wanted }, work.newChange());
      return showUser(work, id);
    }),
  );

/** The typed role. @throws CommandError usage */
const toRole = (typed: string): Role => {
  const role = roles.find((each) => each === typed);
  if (role !== undefined) return role;
  throw new CommandError(`There is no role ${JSON.stringify(typed)}. Use ${rolesSaid}.`, 'usage');
};

const role = changingCommand(
  'role',
  'Makes a user a sender, who can only check whom to write to, a reader, who cannot record or revoke consents, or an editor, who can. It applies from the next call on',
  "user role ada@shop.example reader --stage prod --reason 'audit only'",
)
  .argument('<user>', 'id or email')
  .argument('<role>', roleHelp)
  .action(
    changes(async (work, idOrEmail, typed) => {
      const wanted = toRole(typed);
      const user = await chooseUser(work.table, idOrEmail);
      if (user.role !== wanted) {
        await changeRole(work.table, user, wanted, work.newChange());
        note('The role applies from the next call on. Sessions of the user continue.');
      }
      return showUser(work, user.id);
    }),
  );

const setEnabled = async (work: ChangingWork, user: User, enabled: boolean) => {
  if (user.enabled !== enabled) await enableUser(work.table, user.id, enabled, work.newChange());
  return showUser(work, user.id);
};

const enable = changingCommand('enable', 'Allows a user to sign in', 'user enable ada@shop.example --stage prod')
  .argument('<user>', 'id or email')
  .action(changes(async (work, idOrEmail) => setEnabled(work, await chooseUser(work.table, idOrEmail), true)));

const disable = changingCommand(
  'disable',
  'Stops a user from signing in, ends all sessions of the user, and refuses the keys for machines of the user until it is enabled, at once',
  "user disable ada@shop.example --stage prod --reason 'left the company'",
)
  .argument('<user>', 'id or email')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, { yes = false }) => {
      const user = await chooseUser(work.table, idOrEmail);
      const { length: sessions } = await listLiving(work, user);
      const keys = (await listKeys(work.table, user.id)).filter((key) => isInForce(key, work.now)).length;
      const refused =
        keys === 0
          ? ''
          : ` What calls with ${keys === 1 ? 'the key' : `one of the ${keys} keys`} of the user is refused.`;
      await askFirst(
        `User ${user.id} on ${work.stage.label} can no longer sign in, and ${endSessions(sessions)}.${refused} Go on?`,
        yes,
      );
      return setEnabled(work, await chooseUser(work.table, String(user.id)), false);
    }),
  );

const password = changingCommand(
  'password',
  'Changes the password of a user, and ends all sessions of the user',
  'user password ada@shop.example --generate-password --stage prod',
)
  .argument('<user>', 'id or email')
  .option(...generateOption)
  .option(...stdinOption)
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, { yes = false, ...options }) => {
      checkPasswordOptions(options);
      const user = await chooseUser(work.table, idOrEmail);
      const { length: sessions } = await listLiving(work, user);
      await askFirst(
        `User ${user.id} on ${work.stage.label} gets a new password, and ${endSessions(sessions)}. Go on?`,
        yes,
      );
      const account = await findAccount(work.table, user.accountId);
      const chosen = await choosePassword([user.name, user.email, account?.name ?? ''], options);
      await changePassword(work.table, user.id, await hashPassword(chosen.password), work.newChange());
      return showUser(work, user.id, showGenerated(chosen));
    }),
  );

/** What is wrong with an IP address; undefined if it is right. API Gateway does not know zones, as in `fe80::1%eth0`. */
const checkAddress = (address: string): string | undefined =>
  isIP(address.trim()) === 0 || address.includes('%')
    ? 'Give an address such as 203.0.113.7 or 2001:db8::7, from which the user calls the API.'
    : undefined;

/** What is wrong with an IP address as a caller's address. */
const checkReachable = (address: string): string | undefined => {
  const found = findUnreachable(address);
  return (
    found && `${address} is ${found}. Use the address that \`curl https://checkip.amazonaws.com\` shows to the user.`
  );
};

const describeKnown = (address: string): { readonly network?: string } => {
  const network = describeNetwork(address);
  return network === undefined ? {} : { network };
};

const allow = changingCommand(
  'allow-address',
  'Treats an IP address as known for a user, so that login guesses from elsewhere cannot block the user there',
  "user allow-address ada@shop.example 203.0.113.7 --stage prod --reason 'logins under attack'",
)
  .argument('<user>', 'id or email')
  .argument('<address>', 'IPv4 or IPv6 address that the user calls from')
  .action(
    changes(async ({ stage, table, newChange }, idOrEmail, given) => {
      const address = must(given, checkAddress);
      if (!stage.isLocal) must(address, checkReachable);
      const user = await chooseUser(table, idOrEmail);
      const until = await allowAddress(table, user, address, newChange());
      if (until === undefined) note('The address is already known for longer. Nothing was changed.');
      const known = { address, ...describeKnown(address), knownUntil: until?.toISOString() };
      return toDetails({ user: user.id, ...known }, { userId: user.id, ...known });
    }),
  );

/** A user, for scripts. */
const describeUser = ({ id, accountId, name, email, role, enabled, createdAt, updatedAt }: User) => ({
  id,
  name,
  email,
  role,
  enabled,
  accountId,
  createdAt,
  updatedAt,
});

/** The same for people. */
const toUserCells = ({ id, accountId, name, email, role, enabled, createdAt, updatedAt }: User) => ({
  user: id,
  name,
  email,
  role,
  enabled,
  account: accountId,
  createdAt,
  updatedAt,
});

/** A user with additional details. */
const toUserDetails = (user: User, more: Readonly<Record<string, Cell>>): Result =>
  toDetails({ ...toUserCells(user), ...more }, { ...describeUser(user), ...more });

/** The user after a change, with additional details. */
const showUser = async ({ table }: Work, id: number, more: Readonly<Record<string, Cell>> = {}): Promise<Result> => {
  const user = await findUser(table, id);
  if (user === undefined) throw new Error('The user that was changed is not there.');
  return toUserDetails(user, more);
};

export const user = command('user', 'Users: the logins of an account', 'user list --stage prod')
  .addCommand(create)
  .addCommand(list)
  .addCommand(show)
  .addCommand(rename)
  .addCommand(enable)
  .addCommand(disable)
  .addCommand(role)
  .addCommand(password)
  .addCommand(allow)
  .addCommand(sessions)
  .addCommand(endSession)
  .addCommand(userKey);

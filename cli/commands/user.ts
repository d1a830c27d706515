import { findUserId } from '../../shared/identity/credential.ts';
import { hashPassword } from '../../shared/identity/passwords.ts';
import { usualRole } from '../../shared/identity/role.ts';
import { listSessions } from '../../shared/identity/session.ts';
import { listUsers } from '../../shared/identity/user.ts';
import { createUser, renameUser } from '../../shared/identity/user-changes.ts';
import { CommandError } from '../command-error.ts';
import { accountOption, chooseAccountIfAny, chooseAccountOrOnly, noAccountYet } from './account/choice.ts';
import { changes, changingCommand, command, looks } from '../command.ts';
import { toDetails, toTable } from '../printing/output.ts';
import { checkEmail, checkName, must } from '../typed/typed-text.ts';
import { disable, enable, password } from './access.ts';
import { allow } from './address.ts';
import { chooseUser } from './user/choice.ts';
import { checkPasswordOptions, choosePassword, showGenerated } from './user/password.ts';
import { role, roleHelp, toRole } from './role.ts';
import { endSession, livingSessions, sessions } from './user/session.ts';
import { describeUser, showUser } from './cli-admin-user-view.ts';

const taken = 'Another user already has this email. Use another email.';

const create = changingCommand(
  'create',
  'Creates a user of an account, who signs in with an email and a password',
  "user create 'Ada Rossi' ada@shop.example --account 'My Shop' --stage prod",
)
  .argument('<name>', 'name of the user')
  .argument('<email>', 'email to sign in with')
  .option(...accountOption)
  .option('--role <role>', roleHelp, usualRole)
  .option('--generate-password', 'generate a password and show it once')
  .option('--password-stdin', 'read the password from standard input')
  .action(
    changes(async (work, name, email, options) => {
      checkPasswordOptions(options);
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
      return toTable((await listUsers(table, account.id)).map(describeUser), 'The account has no user.');
    }),
  );

const show = command('show', 'Shows a user', 'user show ada@shop.example --stage prod')
  .argument('<user>', 'id or email')
  .action(
    looks(async ({ table, now }, idOrEmail) => {
      const user = await chooseUser(table, idOrEmail);
      const living = livingSessions(await listSessions(table, user.id), user, now);
      return toDetails({ ...describeUser(user), sessions: living.length });
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
  .addCommand(endSession);

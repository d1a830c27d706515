import { findAccount } from '../../shared/identity/account.ts';
import { hashPassword } from '../../shared/identity/passwords.ts';
import { listSessions } from '../../shared/identity/session.ts';
import type { User } from '../../shared/identity/user.ts';
import { changePassword, enableUser } from '../../shared/identity/user-access.ts';
import type { ChangingWork, Work } from '../command.ts';
import { changes, changingCommand } from '../command.ts';
import { askFirst } from '../terminal.ts';
import { chooseUser } from './user/choice.ts';
import { checkPasswordOptions, choosePassword, showGenerated } from './user/password.ts';
import { livingSessions } from './user/session.ts';
import { showUser } from './cli-admin-user-view.ts';

const countSessions = async ({ table, now }: Work, user: User): Promise<number> =>
  livingSessions(await listSessions(table, user.id), user, now).length;

const setEnabled = async (work: ChangingWork, user: User, enabled: boolean) => {
  if (user.enabled !== enabled) await enableUser(work.table, user.id, enabled, work.newChange());
  return showUser(work, user.id);
};

export const enable = changingCommand('enable', 'Allows a user to sign in', 'user enable ada@shop.example --stage prod')
  .argument('<user>', 'id or email')
  .action(changes(async (work, idOrEmail) => setEnabled(work, await chooseUser(work.table, idOrEmail), true)));

export const disable = changingCommand(
  'disable',
  'Stops a user from signing in, and ends all sessions of the user, at once',
  "user disable ada@shop.example --stage prod --reason 'left the company'",
)
  .argument('<user>', 'id or email')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, { yes = false }) => {
      const user = await chooseUser(work.table, idOrEmail);
      const sessions = await countSessions(work, user);
      await askFirst(
        `User ${user.id} on ${work.stage.label} can no longer sign in, and ${sessions} sessions end. Go on?`,
        yes,
      );
      return setEnabled(work, await chooseUser(work.table, String(user.id)), false);
    }),
  );

export const password = changingCommand(
  'password',
  'Changes the password of a user, and ends all sessions of the user',
  'user password ada@shop.example --generate-password --stage prod',
)
  .argument('<user>', 'id or email')
  .option('--generate-password', 'generate a password and show it once')
  .option('--password-stdin', 'read the password from standard input')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, { yes = false, ...options }) => {
      checkPasswordOptions(options);
      const user = await chooseUser(work.table, idOrEmail);
      const sessions = await countSessions(work, user);
      await askFirst(
        `User ${user.id} on ${work.stage.label} gets a new password, and ${sessions} sessions end. Go on?`,
        yes,
      );
      const account = await findAccount(work.table, user.accountId);
      const chosen = await choosePassword([user.name, user.email, account?.name ?? ''], options);
      await changePassword(work.table, user.id, await hashPassword(chosen.password), work.newChange());
      return showUser(work, user.id, showGenerated(chosen));
    }),
  );

import type { Role } from '../../shared/identity/role.ts';
import { roles } from '../../shared/identity/role.ts';
import { changeRole } from '../../shared/identity/user-changes.ts';
import { CommandError } from '../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { note } from '../printing/output.ts';
import { chooseUser } from './user/choice.ts';
import { showUser } from './cli-admin-user-view.ts';

/** The roles, for help. */
export const roleHelp = `${roles.join(' or ')}; a reader cannot record or revoke consents`;

/** The typed role. @throws CommandError usage */
export const toRole = (typed: string): Role => {
  const role = roles.find((each) => each === typed);
  if (role !== undefined) return role;
  throw new CommandError(`There is no role ${JSON.stringify(typed)}. Use ${roles.join(' or ')}.`, 'usage');
};

export const role = changingCommand(
  'role',
  'Makes a user a reader, who cannot record or revoke consents, or an editor, who can. It applies from the next call on',
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

import type { Role } from '../../../shared/identity/role.ts';
import { roles } from '../../../shared/identity/role.ts';
import { changeRole } from '../../../shared/identity/user-changes.ts';
import { CommandError } from '../../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { note } from '../printing/output.ts';
import { chooseUser } from './choice.ts';
import { showUser } from './view.ts';

/** What the roles are, for the help of commands. */
export const roleHelp = `${roles.join(' or ')}: a reader may not record or revoke consents`;

/** The role that was typed. @throws CommandError usage */
export const toRole = (typed: string): Role => {
  const role = roles.find((each) => each === typed);
  if (role !== undefined) return role;
  throw new CommandError(`There is no role ${JSON.stringify(typed)}: a user is a ${roles.join(' or an ')}.`, 'usage');
};

export const role = changingCommand(
  'role',
  'Makes a user a reader, who may not record or revoke consents, or an editor, who may; from the next call on',
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
        note('It counts from the next call on; the sessions of the user go on.');
      }
      return showUser(work, user.id);
    }),
  );

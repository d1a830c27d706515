import type { ListedSession } from '../../../shared/identity/session.ts';
import { isAlive, listSessions } from '../../../shared/identity/session.ts';
import type { User } from '../../../shared/identity/user.ts';
import { endAllSessions, endOneSession } from '../../../shared/identity/user-changes.ts';
import { chooseUser } from '../../choose.ts';
import { changes, changingCommand, command, looks } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import { toTable } from '../../printing/output.ts';
import { askFirst } from '../../terminal.ts';

/** The sessions with valid tokens. */
export const livingSessions = (all: readonly ListedSession[], user: User, now: Date): ListedSession[] =>
  all.filter((session) => isAlive(session, user, now));

const describe = ({ id, createdAt, currentIssuedMs, expiresAt }: ListedSession) => ({
  session: id,
  createdAt,
  lastRefreshedAt: new Date(currentIssuedMs).toISOString(),
  expiresAt: new Date(expiresAt * 1_000).toISOString(),
});

export const sessions = command(
  'sessions',
  'Lists the active sessions of a user',
  'user sessions ada@shop.example --stage prod',
)
  .argument('<user>', 'id or email')
  .action(
    looks(async ({ table, now }, idOrEmail) => {
      const user = await chooseUser(table, idOrEmail);
      const living = livingSessions(await listSessions(table, user.id), user, now);
      return toTable(living.map(describe), 'The user has no active session.');
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
    changes(async ({ table, stage, now, newChange }, idOrEmail, id, { all = false, yes = false }) => {
      if ((id !== undefined) === all) throw new CommandError('Give the id of a session, or use --all.', 'usage');
      const user = await chooseUser(table, idOrEmail);
      const living = livingSessions(await listSessions(table, user.id), user, now);
      const ending = living.filter((session) => all || session.id === id);
      if (ending.length === 0 && !all) {
        throw new CommandError('The user has no such active session. `user sessions` lists them.', 'notFound');
      }
      if (ending.length === 0) return toTable([], 'The user has no active session.');
      await askFirst(`${ending.length} sessions of user ${user.id} on ${stage.label} end. Go on?`, yes);
      if (all) await endAllSessions(table, user.id, newChange());
      else for (const session of ending) await endOneSession(table, user, session.id, newChange());
      return toTable(ending.map(describe), '');
    }),
  );

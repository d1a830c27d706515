import { rmSync } from 'node:fs';
import pMap from 'p-map';
import { newMachineKey, readMachineKey } from '../../../shared/identity/machine-key.ts';
import type { ListedKey } from '../../../shared/identity/machine-keys.ts';
import { createKey, endKey, isInForce, listKeys } from '../../../shared/identity/machine-keys.ts';
import type { Role, User } from '../../../shared/identity/user.ts';
import { listUsers, roles } from '../../../shared/identity/user.ts';
import { keyIdPattern } from '../../../shared/runtime/identifier.ts';
import { atOnce } from '../../../shared/runtime/retry.ts';
import { dayMilliseconds, dayOf, formatTime } from '../../../shared/runtime/time.ts';
import { looksLikeKey } from '../../../shared/schema/key-mask.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import type { Table } from '../../../shared/store/table.ts';
import { changes, changingCommand, command, looks } from '../../action.ts';
import { accountOption, chooseAccountIfAny, chooseUser, noAccountYet } from '../../choose.ts';
import { CommandError } from '../../errors.ts';
import { askFirst } from '../../input/terminal.ts';
import { checkNote, must, toMoment, toTimeSpan } from '../../input/values.ts';
import { writeNewPrivateFile } from '../../output/files.ts';
import { note } from '../../output/print.ts';
import { shortenCaller, toDetails, toTable } from '../../output/rows.ts';

const create = changingCommand(
  'create',
  'Makes a key of a user for a machine, which calls the API with it in place of a login, and shows it once',
  "user key create ada@shop.example --note 'shop back end' --out shop.key --stage prod",
)
  .argument('<user>', 'id or email')
  .option(
    '--role <role>',
    `a narrower role than that of the user, who must be an editor: ${roles.slice(0, -1).join(' or ')}`,
  )
  .option(
    '--ends <time>',
    'the last day or moment on which it works, such as 2027-11-22 (default: until it is ended)',
    toTimeSpan,
  )
  .option('--note <text>', 'what the key is for')
  .option('--out <file>', 'write the key into a new file that only you may read, and do not print it')
  .action(
    changes(async (work, idOrEmail, { role, ends, note: typed, out }) => {
      const user = await chooseUser(work.table, idOrEmail);
      const terms = {
        role: role === undefined ? undefined : toNarrowerRole(role, user),
        endsAt: ends && toEnd(ends, work.now),
        note: typed === undefined ? undefined : must(typed, checkNote),
      };
      const { text, ...key } = newMachineKey({ userId: user.id, accountId: user.accountId });
      if (out !== undefined) await writeNewPrivateFile(out, `${text}\n`);
      const made = await createKey(work.table, key, terms, work.newChange()).catch((error: unknown) => {
        if (out !== undefined) rmSync(out, { force: true });
        throw error;
      });
      note('Keep the key: nobody can show it again, for the register stores only a hash of it.');
      if (!user.enabled) note('The user is disabled. The key works once the user is enabled.');
      const shown = out === undefined ? { key: text } : { file: out };
      return toDetails({ ...toCells(made, work.now), ...shown }, { ...describe(made, work.now), ...shown });
    }),
  );

const list = command(
  'list',
  'Lists the keys for machines of a user, or of all users of an account, also ended ones; never the keys themselves',
  'user key list ada@shop.example --stage prod',
)
  .argument('[user]', 'id or email')
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, idOrEmail, { account: named }) => {
      const users = await findUsers(table, idOrEmail, named);
      if (users === undefined) return toTable([], noAccountYet);
      const keys = (await pMap(users, ({ id }) => listKeys(table, id), atOnce)).flat();
      return toTable(
        keys.map((key) => toCells(key, now)),
        `There is no key. \`user key create${users.length === 1 ? ` ${users[0]?.id}` : ''}\` makes one.`,
        keys.map((key) => describe(key, now)),
      );
    }),
  );

const end = changingCommand(
  'end',
  'Ends a key for machines at once. Nothing makes it work again',
  "user key end ada@shop.example 6d1f0c2b9a8e7d34 --stage prod --reason 'laptop lost'",
)
  .argument('<user>', 'id or email')
  .argument('<key>', 'id of the key, as `user key list` shows it')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrEmail, keyId, { yes = false }) => {
      if (!keyIdPattern.test(keyId)) throw new CommandError(noId(keyId), 'usage');
      const user = await chooseUser(work.table, idOrEmail);
      const found = (await listKeys(work.table, user.id)).find(({ id }) => id === keyId);
      if (found === undefined) {
        throw new CommandError(`The user has no such key. \`user key list ${user.id}\` lists them.`, 'notFound');
      }
      if (found.endedAt === undefined) {
        await askFirst(`On ${work.stage.label}, what calls with this key of user ${user.id} is refused. Go on?`, yes);
        await endKey(work.table, user, keyId, work.newChange());
      } else note('The key has been ended before. Nothing was changed.');
      const ended = (await listKeys(work.table, user.id)).find(({ id }) => id === keyId) ?? found;
      return toDetails(toCells(ended, work.now), describe(ended, work.now));
    }),
  );

export const userKey = command(
  'key',
  'Keys for machines: what calls the API in place of a login',
  'user key list --stage prod',
)
  .addCommand(create)
  .addCommand(list)
  .addCommand(end);

/** The named user, or those of an account; undefined if there is no account yet. */
const findUsers = async (table: Table, idOrEmail: string | undefined, named: string | undefined) => {
  if (idOrEmail !== undefined) return [await chooseUser(table, idOrEmail)];
  const account = await chooseAccountIfAny(table, named);
  return account && listUsers(table, account.id);
};

/** What is wrong with an id of a key. The text of a key is not one, and is in the list of processes by now. */
const noId = (typed: string): string => {
  if (!looksLikeKey(typed))
    return 'The id of a key has 16 lower-case hexadecimal characters. `user key list` shows it.';
  const { userId, keyId } = readMachineKey(typed) ?? {};
  const named = keyId === undefined ? '`user key list` shows the id' : `Its id is ${keyId}, of user ${userId}`;
  return `This is a key, not its id, and other programs of this machine may have read it. ${named}: end the key.`;
};

/** @throws CommandError usage */
const toNarrowerRole = (typed: string, user: User): Role => {
  const role = roles.find((each) => each === typed);
  if (role !== undefined && user.role === 'editor' && role !== 'editor') return role;
  throw new CommandError(
    user.role === 'editor'
      ? `Only ${roles.slice(0, -1).join(' and ')} are narrower than the role of the user. Without --role, a key has the role of its user.`
      : 'Only the key of an editor may have a narrower role. Leave --role out.',
    'usage',
  );
};

/** The moment from which the key no longer works. @throws CommandError usage when it has passed */
const toEnd = (span: Span, now: Date): Date => {
  if (toMoment(span) > now) return span.end;
  throw new CommandError('--ends is in the past. Name a later day or moment.', 'usage');
};

/** The last day, minute or second on which a key works, as `--ends` accepts it. */
const showEnd = (endsAt: Date): string => {
  const last = new Date(endsAt.getTime() - 1);
  if (endsAt.getTime() % dayMilliseconds === 0) return dayOf(last);
  return endsAt.getTime() % 60_000 === 0 ? formatTime(last).slice(0, 16) : formatTime(last);
};

const stateOf = (key: ListedKey, now: Date): string => {
  if (key.endedAt !== undefined) return 'ended';
  return isInForce(key, now) ? 'in force' : 'expired';
};

/** A key, for scripts. */
const describe = (key: ListedKey, now: Date) => ({
  id: key.id,
  userId: key.userId,
  accountId: key.accountId,
  state: stateOf(key, now),
  role: key.role ?? null,
  note: key.note ?? null,
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  endsAt: key.endsAt ?? null,
  endedAt: key.endedAt ?? null,
  usedOn: key.usedOn ?? null,
});

/** The same for people. */
const toCells = (key: ListedKey, now: Date) => ({
  id: key.id,
  user: key.userId,
  state: stateOf(key, now),
  role: key.role ?? 'as the user',
  note: key.note,
  createdAt: key.createdAt,
  createdBy: shortenCaller(key.createdBy),
  ends: key.endsAt && showEnd(new Date(key.endsAt)),
  endedAt: key.endedAt,
  usedOn: key.usedOn ?? 'never',
});

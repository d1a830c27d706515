import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { LogEntry, LogFilter } from '../../shared/identity/operations-log.ts';
import { listLogEntries } from '../../shared/identity/operations-log.ts';
import { listUsers } from '../../shared/identity/user.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import type { Span } from '../../shared/schema/time-span.ts';
import type { Table } from '../../shared/store/table.ts';
import { command, looks } from '../action.ts';
import { chooseAccount } from '../choose.ts';
import { fromOption, toLimit, toPeriod, untilOption, usualRows } from '../input/values.ts';
import { shortenCaller, toTable } from '../output/rows.ts';

const sortTarget = ({ target }: LogEntry) => Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1));

/** Such as `userId=2`; an ambiguous value is quoted: `name="My Shop"`. */
const toPart = ([name, value]: readonly [string, unknown]): string =>
  `${name}=${/[\s"]/.test(String(value)) ? JSON.stringify(value) : value}`;

const toRow = (entry: LogEntry) => ({
  at: formatTime(new Date(entry.at)),
  by: shortenCaller(entry.by),
  command: entry.command,
  target: sortTarget(entry).map(toPart).join(' '),
  reason: entry.reason,
});

/** The same for scripts. */
const toData = ({ id, at, ...facts }: LogEntry) => ({ id, time: at, ...facts });

/** The same, with each part of the target under its own name. */
const describeEntry = (entry: LogEntry) => {
  const { target: _, reason, ...facts } = toRow(entry);
  return { ...facts, ...Object.fromEntries(sortTarget(entry)), reason };
};

const findChanged = async (table: Table, idOrName: string): Promise<ChangedAccount> => {
  const { id } = await chooseAccount(table, idOrName);
  return { id, userIds: (await listUsers(table, id)).map((user) => user.id) };
};

/** A mistyped word also finds nothing. */
const noneFits =
  'No entry matches. Run `operations list` without filters to see how commands, targets and callers are written.';

/** Parses and adds one `--target userId=2`. @throws InvalidArgumentError when it is not a name and a value */
const addTargetPart = (text: string, parts: readonly TargetPart[] = []): readonly TargetPart[] => {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give a name and a value, such as userId=2.');
  }
  return [...parts, [name, value]];
};

const list = command(
  'list',
  'Lists who changed what, when and why, newest first',
  "operations list --by grace --command 'user disable' --from 2026-11-01 --stage prod",
)
  .option('--limit <number>', 'the most entries to show', toLimit, usualRows)
  .option('--by <name>', 'changes by this caller: a name as in the list, or a full ARN')
  .option(
    '--command <words>',
    'changes by this command, such as `user disable`, or by all commands of a noun, such as `user`',
  )
  .option('--account <account>', 'changes to this account (id or name), or to what belongs to it')
  .option('--target <name=value>', 'changes to this target, such as userId=2; can be repeated', addTargetPart)
  .option(...fromOption)
  .option(...untilOption)
  .action(
    looks(async ({ table }, { limit, account, ...wanted }) => {
      const changed = account === undefined ? undefined : await findChanged(table, account);
      const { leavesOut, ...filter } = toFilter({ ...wanted, account: changed });
      const entries = await listLogEntries(table, limit, filter);
      const none = leavesOut ? noneFits : 'No command has changed anything yet.';
      return toTable(entries.map(toRow), none, entries.map(toData), entries.map(describeEntry));
    }),
  );

export const operations = command(
  'operations',
  'The operations log: who changed what by these commands, when and why',
  'operations list --stage prod',
).addCommand(list);

const isBy = (entry: LogEntry, by: string): boolean =>
  [entry.by, shortenCaller(entry.by), entry.by.replace(/^local:/, '')].includes(by);

/** Whether an entry is of the command, or of a command of the noun. */
const isOf = (entry: LogEntry, command: string): boolean =>
  entry.command === command || entry.command.startsWith(`${command} `);

const isIn = ({ target: { accountId, userId } }: LogEntry, { id, userIds }: ChangedAccount): boolean =>
  accountId === undefined ? userIds.some((each) => each === userId) : accountId === id;

/** The filter, and whether it can exclude entries. @throws CommandError usage when the period ends before it begins */
const toFilter = ({
  account,
  by,
  command,
  target = [],
  from,
  until,
}: Wanted): LogFilter & { readonly leavesOut: boolean } => {
  const period = toPeriod({ from, until });
  const isWanted = (entry: LogEntry): boolean =>
    (by === undefined || isBy(entry, by)) &&
    (command === undefined || isOf(entry, command)) &&
    (account === undefined || isIn(entry, account)) &&
    target.every(([name, value]) => Object.hasOwn(entry.target, name) && String(entry.target[name]) === value);
  const looksInside = [by, command, account, target[0]].some((value) => value !== undefined);
  return {
    ...period,
    isWanted: looksInside ? isWanted : undefined,
    leavesOut: looksInside || from !== undefined || until !== undefined,
  };
};

/** What the target of an entry must contain, such as `userId` and `2`. */
export type TargetPart = readonly [name: string, value: string];

/** An account with its users' ids: some entries, such as a user's new name, have only the user's id. */
interface ChangedAccount {
  readonly id: string;
  readonly userIds: readonly number[];
}

/** The filter options of `operations list`. */
export interface Wanted {
  readonly account?: ChangedAccount | undefined;
  readonly by?: string | undefined;
  readonly command?: string | undefined;
  readonly target?: readonly TargetPart[] | undefined;
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}

import type { LogEntry } from '../../shared/identity/operations-log.ts';
import { listLogEntries } from '../../shared/identity/operations-log.ts';
import { listUsers } from '../../shared/identity/user.ts';
import type { Table } from '../../shared/store/client.ts';
import { formatTime } from '../../shared/time.ts';
import { chooseAccount } from './account/choice.ts';
import { shortenCaller } from '../caller-name.ts';
import { command, looks } from '../command.ts';
import { toTable } from '../printing/output.ts';
import { fromOption, untilOption } from '../typed/period.ts';
import { toLimit, usualRows } from '../typed/row-limit.ts';
import { exportLog } from './log/export.ts';
import type { ChangedAccount } from './filter.ts';
import { addTargetPart, toFilter } from './filter.ts';
import { keys } from './cli-admin-log-keys.ts';
import { prove } from './log/prove.ts';
import { recount } from './recount.ts';
import { takeIn } from './take-in.ts';
import { verify } from './log/verify.ts';

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

/** The same, with each part of the target under its own name. */
const toDetails = (entry: LogEntry) => {
  const { target: _, reason, ...facts } = toRow(entry);
  return { ...facts, ...Object.fromEntries(sortTarget(entry)), reason };
};

const findChanged = async (table: Table, idOrName: string): Promise<ChangedAccount> => {
  const { id } = await chooseAccount(table, idOrName);
  return { id, userIds: (await listUsers(table, id)).map((user) => user.id) };
};

/** A mistyped word also finds nothing. */
const noneFits =
  'No entry matches. Run `log list` without filters to see how commands, targets and callers are written.';

const list = command(
  'list',
  'Lists who changed what, when and why, newest first',
  "log list --by grace --command 'user disable' --from 2026-11-01 --stage prod",
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
      return toTable(entries.map(toRow), none, entries, entries.map(toDetails));
    }),
  );

export const log = command(
  'log',
  'The operations log, which lists every change by these commands, and the log, which proves what was recorded',
  'log list --stage prod',
)
  .addCommand(list)
  .addCommand(takeIn)
  .addCommand(recount)
  .addCommand(verify)
  .addCommand(keys)
  .addCommand(exportLog)
  .addCommand(prove);

import type { LogEntry } from '../../../shared/accounts/operations-log.ts';
import { listLogEntries } from '../../../shared/accounts/operations-log.ts';
import { listUsers } from '../../../shared/identity/user.ts';
import type { Table } from '../../../shared/store/client.ts';
import { formatTime } from '../../../shared/time.ts';
import { chooseAccount } from '../account/choice.ts';
import { shortenCaller } from '../caller-name.ts';
import { command, looks } from '../command.ts';
import { toTable } from '../printing/output.ts';
import { fromOption, untilOption } from '../typed/period.ts';
import { toLimit, usualRows } from '../typed/row-limit.ts';
import { exportLog } from './export.ts';
import type { ChangedAccount } from './filter.ts';
import { addTargetPart, toFilter } from './filter.ts';
import { keys } from './keys.ts';
import { recount } from './recount.ts';
import { takeIn } from './take-in.ts';
import { verify } from './verify.ts';

const sortTarget = ({ target }: LogEntry) => Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1));

/** Such as `userId=2`; a value that could be taken for two, or for the next part, is in quotes: `name="My Shop"`. */
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
const noneFits = 'No entry fits. Without filters `log list` shows how commands, targets and callers are written.';

const list = command(
  'list',
  'Lists who changed what, when and why, the latest first',
  "log list --by grace --command 'user disable' --from 2026-11-01 --stage prod",
)
  .option('--limit <number>', 'how many at most', toLimit, usualRows)
  .option('--by <name>', 'who: a name as the list shows it, or a whole ARN')
  .option('--command <words>', 'what was run: `user disable`, or `user` for all of a noun')
  .option('--account <account>', 'id or name of the account that was changed, or had something changed')
  .option('--target <name=value>', 'what was changed, such as userId=2; may be said again', addTargetPart)
  .option(...fromOption)
  .option(...untilOption)
  .action(
    looks(async ({ table }, { limit, account, ...wanted }) => {
      const changed = account === undefined ? undefined : await findChanged(table, account);
      const { leavesOut, ...filter } = toFilter({ ...wanted, account: changed });
      const entries = await listLogEntries(table, limit, filter);
      const none = leavesOut ? noneFits : 'Nothing has been changed by these commands yet.';
      return toTable(entries.map(toRow), none, entries, entries.map(toDetails));
    }),
  );

export const log = command(
  'log',
  'The operations log: every change by these commands; and the log of the evidence, which only grows',
  'log list --stage prod',
)
  .addCommand(list)
  .addCommand(takeIn)
  .addCommand(recount)
  .addCommand(verify)
  .addCommand(keys)
  .addCommand(exportLog);

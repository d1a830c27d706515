import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Span } from '../../shared/evidence/state-statement.ts';
import type { LogEntry, LogFilter } from '../../shared/identity/operations-log.ts';
import { listLogEntries, writeLogEntry } from '../../shared/identity/operations-log.ts';
import { listUsers } from '../../shared/identity/user.ts';
import type { TakenIn } from '../../shared/log/auditing/take-in.ts';
import { takeIn as takeInAll } from '../../shared/log/auditing/take-in.ts';
import { writeNoteKey } from '../../shared/log/signed-note.ts';
import type { Recount } from '../../shared/log/sums/recounting.ts';
import { recount as countAnew } from '../../shared/log/sums/recounting.ts';
import type { Table } from '../../shared/store/client.ts';
import { formatTime } from '../../shared/time.ts';
import { chooseAccount } from '../choose.ts';
import { changes, changingCommand, command, looks } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { saySoFar } from '../interruption.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { Result } from '../printing/output.ts';
import { note, shortenCaller, toDetails, toTable } from '../printing/output.ts';
import { countEach, withProgress } from '../printing/progress.ts';
import { needLog, needOwnLog, readLogKey } from '../stage/stage-log.ts';
import { fromOption, toLimit, toPeriod, untilOption, usualRows, usualSegments } from '../typed-values.ts';
import { exportLog } from './log/export.ts';
import { prove } from './log/prove.ts';
import { segmentsOption, verify } from './log/verify.ts';

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
const tellEntry = (entry: LogEntry) => {
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
      return toTable(entries.map(toRow), none, entries.map(toData), entries.map(tellEntry));
    }),
  );

const keys = command(
  'keys',
  'Prints the key that verifies checkpoints of the log, and the last checkpoint. Keep both outside AWS',
  'log keys --out checkpoint.txt --stage prod',
)
  .option('--out <file>', 'also write the checkpoint to a new file, for `log verify --checkpoint`')
  .action(
    looks(async ({ stage }, { out }) => {
      const { key, note: checkpoint } = await readLogKey(needLog(stage));
      const text = writeNoteKey(key);
      if (out !== undefined) {
        await writeNewFile(out, checkpoint);
        note(`Written to ${out}`);
      }
      return { data: { key: text, checkpoint }, text: `${text}\n\n${checkpoint.trimEnd()}` };
    }),
  );

const tellFinding = ({ waiting, unknown }: Recount): string | undefined => {
  if (unknown > 0)
    return `The log was off when ${countEach(unknown, 'version')} of notices ${unknown === 1 ? 'was' : 'were'} published, and no \`log take-in\` has finished since. Run it, wait for the next checkpoint, then run this again. Until then the overview has no figures.`;
  if (waiting > 0)
    return `${countEach(waiting, 'event')} from \`log take-in\` ${waiting === 1 ? 'waits' : 'wait'} for a checkpoint and ${waiting === 1 ? 'is' : 'are'} not counted. Run this again after the next checkpoint.`;
  return undefined;
};

const recount = changingCommand(
  'recount',
  `Counts the daily sums from the log again, and corrects wrong ones. Safe to run at any time. After \`log take-in\` it completes the overview. Exit code ${exitCodes.finding} if \`log take-in\` or a checkpoint must come first`,
  "log recount --stage prod --reason 'the log was switched on'",
).action(
  changes(async ({ stage, table, newChange }) => {
    const log = needLog(stage);
    const onFirst = async (): Promise<void> => {
      await writeLogEntry(table, newChange(), { sums: log.name });
      saySoFar('some sums are corrected. Run the same command again to continue.');
    };
    const counted = await withProgress('events counted', (onEvents) =>
      countAnew({ log, table }, { onEvents, onFirst }),
    );
    const details = toDetails({ ...counted }, counted);
    const finding = tellFinding(counted);
    return {
      ...details,
      ...(counted.mended === 0 && { remark: 'All sums were right.' }),
      ...(finding !== undefined && { finding }),
    };
  }),
);

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

const tell = ({ kinds, unreadable }: TakenIn): Result => {
  const counted = Object.entries(kinds);
  const text = toDetails({ ...kinds, unreadable: unreadable.length }, { takenIn: kinds, unreadable });
  return {
    ...text,
    ...(counted.length === 0 && { remark: 'The log already has everything in the table.' }),
    ...(unreadable.length > 0 && {
      finding: `${countEach(unreadable.length, 'item')} cannot be read: ${unreadable.slice(0, 10).join(', ')}. \`log verify\` shows why.`,
    }),
  };
};

const takeIn = changingCommand(
  'take-in',
  `Adds to the log what the table has and the log lacks: what was recorded before the log existed. Safe to run at any time. Exit code ${exitCodes.finding} if an item cannot be read`,
  "log take-in --stage prod --reason 'the log was switched on'",
)
  .option(...segmentsOption)
  .action(
    changes(async ({ stage, table, newChange }, { segments = usualSegments }) => {
      const log = await needOwnLog(stage);
      const onFirst = async () => {
        const entry = await writeLogEntry(table, newChange(), { log: log.name });
        saySoFar('the log has some of what it lacked. Run the same command again to continue.');
        return entry;
      };
      return tell(
        await withProgress('records looked at', (onItems) => takeInAll({ table, log }, { segments, onItems, onFirst })),
      );
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

/** What the target of an entry must contain, such as `userId` and `2`. */
export type TargetPart = readonly [name: string, value: string];

/** An account with its users' ids: some entries, such as a user's new name, have only the user's id. */
interface ChangedAccount {
  readonly id: string;
  readonly userIds: readonly number[];
}

/** The filter options of `log list`. */
export interface Wanted {
  readonly account?: ChangedAccount | undefined;
  readonly by?: string | undefined;
  readonly command?: string | undefined;
  readonly target?: readonly TargetPart[] | undefined;
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}

import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { LogEntry, LogFilter } from '../../shared/identity/operations-log.ts';
import type { Span } from '../../shared/evidence/state-statement.ts';
import { shortenCaller } from '../caller-name.ts';
import { toPeriod } from '../typed/period.ts';

/** What the target of an entry must contain, such as `userId` and `2`. */
export type TargetPart = readonly [name: string, value: string];

/** Parses and adds one `--target userId=2`. @throws InvalidArgumentError when it is not a name and a value */
export const addTargetPart = (text: string, parts: readonly TargetPart[] = []): readonly TargetPart[] => {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give a name and a value, such as userId=2.');
  }
  return [...parts, [name, value]];
};

/** An account with its users' ids: some entries, such as a user's new name, have only the user's id. */
export interface ChangedAccount {
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

const isBy = (entry: LogEntry, by: string): boolean =>
  [entry.by, shortenCaller(entry.by), entry.by.replace(/^local:/, '')].includes(by);

/** Whether an entry is of the command, or of a command of the noun. */
const isOf = (entry: LogEntry, command: string): boolean =>
  entry.command === command || entry.command.startsWith(`${command} `);

const isIn = ({ target: { accountId, userId } }: LogEntry, { id, userIds }: ChangedAccount): boolean =>
  accountId === undefined ? userIds.some((each) => each === userId) : accountId === id;

/** The filter, and whether it can exclude entries. @throws CommandError usage when the period ends before it begins */
export const toFilter = ({
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

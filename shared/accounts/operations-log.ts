import * as v from 'valibot';
import { beginningAt, earliest, newIdentifier } from '../identifier.ts';
import type { Item, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';
import type { Put } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';
import type { Period } from '../time.ts';

/** What a change was made to: names of ids and what they are, nothing personal. */
const Target = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
export type Target = v.InferOutput<typeof Target>;

/** Who changed what by an operator's command, when and why. Written with the change, never changed or deleted. */
const LogEntry = v.object({
  id: v.string(),
  at: v.string(),
  /** ARN of the caller, or `local:` and the name of the user of the machine. */
  by: v.string(),
  /** Such as `user disable`. */
  command: v.string(),
  target: Target,
  reason: v.optional(v.string()),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

/** A change that somebody's command makes. What makes it writes its entry in the same transaction. */
export interface Change {
  /** The moment of the change. A notice version alone may be later: its time is after that of the version before. */
  readonly now: Date;
  /** As the entry names who makes it. */
  readonly by: string;
  /** The write of its log entry. */
  readonly record: (target: Target) => Put;
}

/** A change that is made now, when every question of its command is answered. */
export const beginChange = (
  { by, command, reason }: Pick<LogEntry, 'by' | 'command' | 'reason'>,
  now: Date,
): Change => ({
  now,
  by,
  record: (target) => {
    const id = newIdentifier(now);
    const entry: LogEntry = { id, at: now.toISOString(), by, command, target, ...(reason !== undefined && { reason }) };
    return { put: { ...keyOf.operation(id), ...entry }, ...isNew };
  },
});

/** Writes the entry of a change that is not in the table, and so cannot share a transaction. */
export const writeLogEntry = async (table: Table, { record }: Change, target: Target): Promise<void> => {
  await write(table, record(target));
};

/** Entries are never changed: those from when a target was called a subject stay as they are. */
const parseLogEntry = ({ subject, ...entry }: Item): LogEntry =>
  v.parse(LogEntry, subject === undefined ? entry : { ...entry, target: subject });

/** Which entries are wanted; all without any. */
export interface LogFilter extends Period {
  readonly isWanted?: ((entry: LogEntry) => boolean) | undefined;
}

/** Later than any moment that an identifier can stand for. */
const latest = new Date(2 ** 48 - 1);

/** The latest entries that are wanted, newest first. Times are read from the keys, all else from every entry of that time. */
export const listLogEntries = async (
  table: Table,
  limit: number,
  { from = earliest, before = latest, isWanted }: LogFilter = {},
): Promise<LogEntry[]> => {
  const start = from > earliest ? from : earliest;
  if (start >= before) return [];
  const first = keyOf.operation(beginningAt(start));
  const items = await queryItems(table, first, {
    order: 'descending',
    limit,
    range: { from: first.SK, until: keyOf.operation(beginningAt(before)).SK },
    ...(isWanted && { where: (item) => isWanted(parseLogEntry(item)) }),
  });
  return items.map(parseLogEntry);
};

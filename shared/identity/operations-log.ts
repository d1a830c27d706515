import * as v from 'valibot';
import { newSalt } from '../runtime/digest.ts';
import { beginningAt, earliest, newIdentifier } from '../runtime/identifier.ts';
import type { Period } from '../runtime/time.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';

/** What was changed: ids by the name of their kind, nothing personal. */
const Target = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
export type Target = v.InferOutput<typeof Target>;

/** Who changed what, when and why: by a command, or a user their own password. It is written with the change and never changed or deleted. The log has a leaf of it. */
const LogEntry = v.object({
  id: v.string(),
  at: v.string(),
  /** ARN of the caller, `local:` and the name of the machine's user, or `user:` and the number of a user of the register. */
  by: v.string(),
  /** Such as `user disable`, or an operation such as `POST /password`. */
  command: v.string(),
  target: Target,
  reason: v.optional(v.string()),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

/** A change by a command, or by a user. Whatever makes the change writes its entry in the same transaction. */
export interface Change {
  /**
   * The moment of the change. Only a notice version may have a later time, because it must follow the version before
   * it.
   */
  readonly now: Date;
  /** Who makes the change, as in its entry. */
  readonly by: string;
  /** The write of its log entry. */
  readonly record: (target: Target) => Put;
}

/** Begins a change now, when every question of its command is answered. */
export const beginChange = (
  { by, command, reason }: Pick<LogEntry, 'by' | 'command' | 'reason'>,
  now: Date,
): Change => ({
  now,
  by,
  record: (target) => {
    const id = newIdentifier(now);
    const entry: LogEntry = { id, at: now.toISOString(), by, command, target, ...(reason !== undefined && { reason }) };
    return { put: { ...keyOf.operation(id), ...entry, salt: newSalt() }, ...isNew };
  },
});

/** Writes the entry of a change outside the table, which cannot share a transaction with it. @returns its item */
export const writeLogEntry = async (table: Table, { record }: Change, target: Target): Promise<Item> => {
  const entry = record(target);
  await write(table, entry);
  return { ...entry.put };
};

/** The attributes from which an entry is read, without its keys. */
export const logEntryAttributes: readonly string[] = Object.keys(LogEntry.entries);

export const parseLogEntry = (item: Item): LogEntry =>
  parseNamed(LogEntry, item, ({ id }) => ({ SK: keyOf.operation(id).SK }));

/** The entries to list. Without any filter, all of them. */
export interface LogFilter extends Period {
  readonly isWanted?: ((entry: LogEntry) => boolean) | undefined;
}

/** Later than any moment that an identifier can express. */
const latest = new Date(2 ** 48 - 1);

/**
 * The latest entries that pass the filter, newest first. It filters by time with the keys, and by everything else after
 * reading each entry of that time.
 */
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

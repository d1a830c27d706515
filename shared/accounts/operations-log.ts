import * as v from 'valibot';
import { newIdentifier } from '../identifier.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';
import type { Put } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';

/** What a change was about: names of ids and what they are, nothing personal. */
const Subject = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
export type Subject = v.InferOutput<typeof Subject>;

/** Who changed what by an operator's command, when and why. Written with the change, never changed or deleted. */
const LogEntry = v.object({
  id: v.string(),
  at: v.string(),
  /** ARN of the caller, or `local:` and the name of the user of the machine. */
  by: v.string(),
  /** Such as `user disable`. */
  command: v.string(),
  subject: Subject,
  reason: v.optional(v.string()),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

/** Makes the log entry of a change, to be written in the transaction of the change itself. */
export interface Recorder {
  (subject: Subject): readonly Put[];
  /** Who its entries name; none where it makes none. */
  readonly by?: string;
}

/** For changes that no operator makes. */
export const unrecorded: Recorder = () => [];

/**
 * The recorder of a command that somebody runs.
 *
 * @param clock asked when the change is made, before which the command may have waited for an answer
 */
export const newRecorder = (
  change: Pick<LogEntry, 'by' | 'command' | 'reason'>,
  clock: () => Date = () => new Date(),
): Recorder => {
  const { reason, ...rest } = change;
  const record = (subject: Subject): readonly Put[] => {
    const now = clock();
    const id = newIdentifier(now);
    const entry: LogEntry = { id, at: now.toISOString(), ...rest, subject, ...(reason !== undefined && { reason }) };
    return [{ put: { ...keyOf.operation(id), ...entry }, ...isNew }];
  };
  return Object.assign(record, { by: change.by });
};

/** Writes the entry of a change that is not in the table, and so cannot share a transaction. */
export const writeLogEntry = async (table: Table, record: Recorder, subject: Subject): Promise<void> => {
  for (const entry of record(subject)) await write(table, entry);
};

/** The latest entries, newest first. */
export const listLogEntries = async (table: Table, limit: number): Promise<LogEntry[]> => {
  const items = await queryItems(table, keyOf.operation(''), { order: 'descending', limit });
  return items.map((item) => v.parse(LogEntry, item));
};

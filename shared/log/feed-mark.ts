import * as v from 'valibot';
import { storedTime } from '../schema/scalar.ts';
import { keyOf, logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';

/** Milliseconds between two marks at least, and those after which the log must have had one. */
const markPause = 300_000;
const longestGap = 3_600_000;

const Mark = v.object({ at: storedTime });

const readMark = (item: unknown): string | undefined => (item === undefined ? undefined : v.parse(Mark, item).at);

/** The log has had nothing of the table for an hour. */
export class FeedStopped extends Error {
  override readonly name = 'FeedStopped';
}

/** Puts a mark where there is none, or an earlier one. Times are ISO 8601 in UTC, so their texts sort. */
const putMark = (table: Table, key: { readonly PK: string; readonly SK: string }, at: string): Promise<unknown> =>
  write(table, {
    put: { ...key, at },
    condition: `${isNew.condition} OR #at < :at`,
    names: { '#at': 'at' },
    values: { ':at': at },
  });

/**
 * Marks the table, and sees whether the log has had the last mark: the feed carries it like a consent, so it shows a
 * feed that stands still though nobody records anything, or though nothing fails.
 *
 * @throws FeedStopped when it has had none for an hour. The message says since when the log may lack consents
 */
export const checkFeed = async (stores: { readonly log: Table; readonly table: Table }, now: Date): Promise<void> => {
  const { log, table } = stores;
  const at = now.toISOString();
  const [marked, fed] = (await Promise.all([getItem(table, keyOf.feedMark()), getItem(log, logKeyOf.feedMark())])).map(
    readMark,
  );
  if (fed === undefined) await putMark(log, logKeyOf.feedMark(), at);
  if (marked === undefined || now.getTime() - Date.parse(marked) >= markPause)
    await putMark(table, keyOf.feedMark(), at);
  const isBehind = marked !== undefined && fed !== undefined && fed < marked;
  if (isBehind && now.getTime() - Date.parse(fed) > longestGap) {
    throw new FeedStopped(`The log may lack consents since ${fed}. docs/operations.md says what to do.`);
  }
};

const MarkRecord = v.object({
  dynamodb: v.object({
    Keys: v.object({ PK: v.object({ S: v.literal(keyOf.feedMark().PK) }) }),
    NewImage: v.object({ at: v.object({ S: Mark.entries.at }) }),
  }),
});

/** Notes the last mark among the records of the table's stream in the log. */
export const noteMark = async (log: Table, records: readonly unknown[]): Promise<void> => {
  const mark = records.findLast((record) => v.is(MarkRecord, record));
  if (mark !== undefined) await putMark(log, logKeyOf.feedMark(), v.parse(MarkRecord, mark).dynamodb.NewImage.at.S);
};

import * as v from 'valibot';
import { shortDigest } from '../digest.ts';
import { log as journal } from '../logger.ts';
import type { Key, Table } from '../store/client.ts';
import { logKeyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';
import { isNew, write } from '../store/write.ts';

/** What identifies an unreadable record, without its images. */
const Unreadable = v.object({
  dynamodb: v.object({
    SequenceNumber: v.string(),
    Keys: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) }))),
  }),
});

/**
 * Sets aside a record that nobody can read, so that the records after it in its shard can go on. `doctor` and `log verify` report
 * it. Once its item is repaired, `log repair` appends it.
 */
export const setAside = async (log: Table, record: unknown, error: unknown, now: Date): Promise<void> => {
  const { dynamodb } = v.parse(Unreadable, record);
  const { PK, SK } = dynamodb.Keys ?? {};
  const reason = error instanceof Error ? error.name : typeof error;
  journal.error('log.record-set-aside', { reason });
  const { of, sort } = { of: PK?.S ?? '', sort: SK?.S ?? '' };
  const key = logKeyOf.aside(dynamodb.SequenceNumber, shortDigest(of, sort).toString('hex'));
  await write(log, { put: { ...key, of, sort, reason, at: now.toISOString() }, ...isNew });
};

const SetAside = v.object({
  /** Its number in the stream, and a digest of its item's key. */
  SK: v.string(),
  /** The key of its item. Empty if the record did not have it. */
  of: v.string(),
  sort: v.string(),
  /** Name of the error. */
  reason: v.string(),
  /** When it was set aside. */
  at: v.string(),
});

/** A stream record that could not be read. */
export type SetAside = v.InferOutput<typeof SetAside>;

/** Records that could not be read, in the order of the stream. */
export const listSetAside = async (log: Table): Promise<SetAside[]> =>
  (await queryItems(log, logKeyOf.aside(''))).map((item) => v.parse(SetAside, item));

/** Those of one item. Nobody knows what happened to it then, until an operator has dealt with it and deleted them. */
export const findSetAside = async (log: Table, { PK, SK }: Key): Promise<SetAside[]> =>
  (await listSetAside(log)).filter(({ of, sort }) => of === PK && sort === SK);

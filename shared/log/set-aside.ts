import * as v from 'valibot';
import { shortDigest } from '../runtime/digest.ts';
import { logKeyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';

/** What identifies a record, without its images. */
const Identified = v.object({
  dynamodb: v.object({
    SequenceNumber: v.string(),
    Keys: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) }))),
  }),
});

const digestOf = (partition: string): string => shortDigest(partition).toString('hex');

/**
 * Sets aside a record that gives no leaf, because nobody can read it or because the service never makes such a change.
 * The records after it in its shard go on. `doctor` and `log verify` report it, and no document of its consent is signed. Once
 * its item is repaired, `log repair` appends it.
 */
export const setAside = async (log: Table, record: unknown, reason: string, now: Date): Promise<void> => {
  const { dynamodb } = v.parse(Identified, record);
  const { PK, SK } = dynamodb.Keys ?? {};
  const { of, sort } = { of: PK?.S ?? '', sort: SK?.S ?? '' };
  const key = logKeyOf.aside(digestOf(of), dynamodb.SequenceNumber);
  await write(log, { put: { ...key, of, sort, reason, at: now.toISOString() }, ...isNew });
};

const unknownText = v.fallback(v.string(), '');

/** What somebody wrote there in another form counts too. */
const SetAside = v.object({
  /** A digest of its item's partition, and its number in the stream. */
  SK: v.string(),
  /** The key of its item. Empty if the record did not have it. */
  of: unknownText,
  sort: unknownText,
  /** Name of the error, or `Altered` where the service never makes such a change. */
  reason: unknownText,
  /** When it was set aside. */
  at: v.fallback(v.pipe(v.string(), v.isoTimestamp()), new Date(0).toISOString()),
});

/** A stream record that gave the log no leaf. */
export type SetAside = v.InferOutput<typeof SetAside>;

const parseSetAside = (item: Item): SetAside => v.parse(SetAside, item);

/** Records that gave the log no leaf, in the order in which they came. */
export const listSetAside = async (log: Table): Promise<SetAside[]> =>
  (await queryItems(log, logKeyOf.aside('')))
    .map(parseSetAside)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** The records of the items of a partition that gave the log no leaf: the first so many of them. */
export const findSetAside = async (log: Table, { PK }: Pick<Key, 'PK'>, limit: number): Promise<SetAside[]> =>
  (await queryItems(log, logKeyOf.aside(digestOf(PK), ''), { limit })).map(parseSetAside);

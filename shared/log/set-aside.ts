import * as v from 'valibot';
import { shortDigest } from '../runtime/digest.ts';
import { keyOf, logKeyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';

/** The PID in an image, as DynamoDB writes numbers. */
const NoticeNumber = v.fallback(v.optional(v.object({ pid: v.object({ N: v.string() }) })), undefined);

/** What identifies a record. */
const Identified = v.object({
  dynamodb: v.object({
    SequenceNumber: v.string(),
    Keys: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) }))),
    NewImage: NoticeNumber,
    OldImage: NoticeNumber,
  }),
});

const digestOf = (of: string): string => shortDigest(of).toString('hex');

/** A digest of the key of an item, which the key of its note ends with. */
const digestOfItem = ({ of, sort }: Pick<SetAside, 'of' | 'sort'>): string => digestOf(`${of} ${sort}`);

const ofNotice = (partition: string, pid: number | string): string => `${partition}#NOTICE#${pid}`;

const versionBeginning = keyOf.noticeVersion('', '').SK;

/**
 * What the note of a record is found by: the partition or, of a version, each notice that it was of before and after the
 * change. It is part of the key of the note, since whoever may write to the log table can change what is in the note.
 */
const findersOf = ({ dynamodb: { Keys, OldImage, NewImage } }: v.InferOutput<typeof Identified>): readonly string[] => {
  const [partition, sort] = [Keys?.PK?.S ?? '', Keys?.SK?.S ?? ''];
  const pids = sort.startsWith(versionBeginning) ? [OldImage, NewImage].flatMap((image) => image?.pid.N ?? []) : [];
  return pids.length === 0 ? [partition] : [...new Set(pids.map((pid) => ofNotice(partition, pid)))];
};

/**
 * Sets aside a record that gives no leaf, because nobody can read it or because the service never makes such a change.
 * The records after it in its shard go on. `doctor` and `log verify` report it, and no document of its consent is signed. Once
 * its item is repaired, `log repair` appends it.
 */
export const setAside = async (log: Table, record: unknown, reason: string, now: Date): Promise<void> => {
  const identified = v.parse(Identified, record);
  const { Keys, SequenceNumber } = identified.dynamodb;
  const item = { of: Keys?.PK?.S ?? '', sort: Keys?.SK?.S ?? '' };
  const note = { ...item, reason, at: now.toISOString() };
  for (const finder of findersOf(identified)) {
    const key = logKeyOf.aside(digestOf(finder), SequenceNumber, digestOfItem(item));
    await write(log, { put: { ...key, ...note }, ...isNew });
  }
};

const unknownText = v.fallback(v.string(), '');

/** What somebody wrote there in another form counts too. */
const SetAside = v.object({
  /** A digest of its item's partition and, of a version, of its notice, its number in the stream, and a digest of its key. */
  SK: v.string(),
  /** The key of its item. Empty if the record did not have it, or if somebody changed it. */
  of: unknownText,
  sort: unknownText,
  /** Name of the error, or `Altered` where the service never makes such a change. */
  reason: unknownText,
  /** When it was set aside. */
  at: v.fallback(v.pipe(v.string(), v.isoTimestamp()), new Date(0).toISOString()),
});

/** A stream record that gave the log no leaf. */
export type SetAside = v.InferOutput<typeof SetAside>;

const parseSetAside = (item: Item): SetAside => {
  const note = v.parse(SetAside, item);
  return note.SK.endsWith(`#${digestOfItem(note)}`) ? note : { ...note, of: '', sort: '' };
};

/** Records that gave the log no leaf, in the order in which they came. */
export const listSetAside = async (log: Table): Promise<SetAside[]> =>
  (await queryItems(log, logKeyOf.aside('')))
    .map(parseSetAside)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

const findFirst = async (log: Table, finder: string): Promise<SetAside | undefined> => {
  const [item] = await queryItems(log, logKeyOf.aside(digestOf(finder), ''), { limit: 1 });
  return item && parseSetAside(item);
};

/** The first record of a consent that gave the log no leaf. */
export const findAsideOfConsent = (log: Table, accountId: string, id: string): Promise<SetAside | undefined> =>
  findFirst(log, keyOf.consent(accountId, id).PK);

/** The first of all versions that a notice has, or had until somebody changed them. */
export const findAsideOfNotice = (log: Table, accountId: string, pid: number): Promise<SetAside | undefined> =>
  findFirst(log, ofNotice(keyOf.account(accountId).PK, pid));

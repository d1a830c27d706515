import * as v from 'valibot';
import { Compressed, compress, unpack } from '../compression.ts';
import { digest } from '../digest.ts';
import { limits } from '../limits.ts';
import { epochSeconds } from '../time.ts';
import type { Account } from './account.ts';
import type { Key, Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import { getItem } from './get.ts';
import { itemSize } from './item-size.ts';
import type { Range } from './list-reading.ts';
import { readRange } from './list-reading.ts';
import type { Charge } from './read-budget.ts';
import type { Part } from './tally.ts';
import { coarsen, countOn, emptyTally, findDue, isCoarsest, recount, Tally } from './tally.ts';
import { isTransient, nameReason, unavailable } from './unavailable.ts';
import { write } from './write.ts';

/** Seconds after which hardly a consent with an older id appears: a function lives for 28, and indexes follow at once or so. */
const countedAfter = 5 * 60;
/** Seconds after which lists are as they stay, and after which one that still grows is looked at. */
const settledAfter = 24 * 60 * 60;
const longAgo = 2 * settledAfter;
/** Entries read beyond a tally that make it worth keeping anew; and those that one search counts once more. */
const worthKeeping = 1_000;
const recountedAtOnce = 10_000;
/** Milliseconds that one search may count; what it has counted by then is kept for the next one. */
const countingTime = 15_000;
/** Seconds that a tally is kept after its last change. */
const lifetime = 90 * 24 * 60 * 60;
/** Entries of a usual size in a read unit, eventually consistent. */
const entriesOfAUnit = 30;

const Kept = v.object({
  tally: v.pipe(
    Compressed,
    v.transform((bytes) => unpack(bytes).value),
    Tally,
  ),
});

/** What is counted: the entries of `list` that are wanted, all of which each of `lists` has. */
export interface Counting {
  readonly account: Account;
  readonly lists: readonly ConsentList[];
  readonly list: ConsentList;
  readonly isWanted: (entry: Entry) => boolean;
  readonly charge: Charge;
  readonly now: Date;
}

const nameOf = ({ partition }: ConsentList): string =>
  typeof partition === 'string' ? partition : partition.toString('base64url');

const tallyKey = ({ account, lists }: Counting): Key => ({
  PK: `ACCOUNT#${account.id}#TALLY#${digest(String(account.historyEpoch), ...lists.map(nameOf).sort())}`,
  SK: 'TALLY',
});

/** The tally as it was kept; an empty one where there is none, or one of another form, which is then made anew. */
const readTally = async (table: Table, counting: Counting): Promise<Tally> => {
  const kept = v.safeParse(Kept, await getItem(table, tallyKey(counting)));
  return kept.success ? kept.output.tally : emptyTally;
};

/**
 * Keeps a tally, in larger segments if it has many kinds, unless one that goes further has been kept meanwhile. When the
 * store is busy the search is not refused for that: the next one keeps it.
 */
const keepTally = async (table: Table, counting: Counting, tally: Tally): Promise<void> => {
  const { upTo } = tally;
  const expiresAt = epochSeconds(counting.now) + lifetime;
  const put = { ...tallyKey(counting), upTo, tally: compress(tally), expiresAt };
  if (itemSize(put) > limits.itemBytes || Buffer.byteLength(JSON.stringify(tally)) > limits.resultBytes) {
    if (!isCoarsest(tally)) await keepTally(table, counting, coarsen(tally));
    return;
  }
  const condition = 'attribute_not_exists(PK) OR upTo < :upTo';
  try {
    await write(table, { put, condition, values: { ':upTo': upTo } });
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};

/** Sorts after every id that is more than so many seconds old, before all others. */
const idsBefore = (now: Date, seconds: number): string =>
  (now.getTime() - seconds * 1_000).toString(16).padStart(12, '0');

/** Reads a range of the list, part by part. */
async function* readParts(table: Table, { list, isWanted, charge }: Counting, range: Range): AsyncGenerator<Part> {
  for await (const { entries, upTo } of readRange(table, list, range)) {
    yield { matches: entries.filter(isWanted), upTo, read: entries.length };
    await charge(entries.length / entriesOfAUnit);
  }
}

/** All wanted entries of a range, oldest first. */
export const collectWanted = async (table: Table, counting: Counting, range: Range): Promise<Entry[]> => {
  const collected: Entry[] = [];
  for await (const { matches } of readParts(table, counting, range)) collected.push(...matches);
  return collected;
};

/** Counts once more what is old enough and was counted before, so that entries that an index showed late are in it. */
const settle = async (table: Table, counting: Counting, tally: Tally): Promise<Tally> => {
  const settledUpTo = idsBefore(counting.now, settledAfter);
  const due = findDue(tally, {
    settledUpTo,
    longAgo: idsBefore(counting.now, longAgo),
    entriesAtMost: recountedAtOnce,
  });
  if (due === undefined) return tally;
  const parts: Part[] = [];
  for await (const part of readParts(table, counting, due.range)) parts.push(part);
  return recount(tally, due, parts, settledUpTo);
};

/**
 * The tally of what is wanted, but for the latest five minutes. Reads what was added since it was kept, and keeps it anew
 * when that was much.
 *
 * @throws Problem search.throttled; store.unavailable when there is more to count than one call has time for. What has been
 * counted is kept, and the next one goes on
 */
export const takeTally = async (table: Table, counting: Counting): Promise<Tally> => {
  const deadline = performance.now() + countingTime;
  const upTo = idsBefore(counting.now, countedAfter);
  const kept = await readTally(table, counting);
  const { upTo: above } = kept;
  if (above >= upTo) return kept;
  let tally = await settle(table, counting, kept);
  let unkept = tally === kept ? 0 : worthKeeping;
  let isDone = false;
  try {
    for await (const part of readParts(table, counting, { above, upTo })) {
      tally = countOn(tally, part, idsBefore(counting.now, settledAfter));
      unkept += part.read;
      if (performance.now() >= deadline && part.upTo < upTo) throw unavailable(nameReason('LongCount'));
    }
    isDone = true;
  } finally {
    if (!isDone || unkept >= worthKeeping) await keepTally(table, counting, tally);
  }
  return tally;
};

import * as v from 'valibot';
import { Compressed, compress, unpack } from '../compression.ts';
import { digest } from '../digest.ts';
import { limits } from '../limits.ts';
import { epochSeconds } from '../time.ts';
import type { Account } from './account.ts';
import type { Key, Table } from './client.ts';
import type { ConsentList } from './consent-list.ts';
import { getItem } from './get.ts';
import { itemSize } from './item-size.ts';
import { readMatches } from './match-reading.ts';
import { coarsen, countOn, emptyTally, Tally } from './tally.ts';
import { isTransient, nameReason, unavailable } from './unavailable.ts';
import { write } from './write.ts';

/** Seconds after which no consent with an older id can appear: a function lives for 28, the index follows in less. */
const settledAfter = 5 * 60;
/** Entries read beyond a tally that make it worth keeping anew. */
const worthKeeping = 1_000;
/** Milliseconds that one search may count; what it has counted by then is kept for the next one. */
const countingTime = 15_000;
/** Seconds that a tally is kept after its last change. */
const lifetime = 90 * 24 * 60 * 60;

const Kept = v.object({
  tally: v.pipe(
    Compressed,
    v.transform((bytes) => unpack(bytes).value),
    Tally,
  ),
});

/** The lists whose common consents are counted, in whose account, and now. */
interface Counting {
  readonly account: Account;
  readonly lists: readonly ConsentList[];
  readonly now: Date;
}

const tallyKey = ({ account, lists }: Counting): Key => ({
  PK: `ACCOUNT#${account.id}#TALLY#${digest(...lists.map(({ partitions }) => partitions[0] ?? '').sort())}`,
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
    if (tally.segments.length > 1) await keepTally(table, counting, coarsen(tally));
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

/**
 * The tally of the consents that are in all of the lists, but for the latest five minutes. Reads what was added
 * since it was kept, and keeps it anew when that was much.
 *
 * @throws Problem store.unavailable when there is more to count than one call has time for; the next one goes on
 */
export const takeTally = async (table: Table, counting: Counting): Promise<Tally> => {
  const deadline = performance.now() + countingTime;
  const upTo = idsBefore(counting.now, settledAfter);
  let tally = await readTally(table, counting);
  const above = tally.upTo;
  if (above >= upTo) return tally;
  let unkept = 0;
  for await (const part of readMatches(table, counting.lists, { above, upTo }, { consistent: false })) {
    tally = countOn(tally, part);
    unkept += part.read;
    if (performance.now() < deadline) continue;
    await keepTally(table, counting, tally);
    throw unavailable(nameReason('LongCount'));
  }
  if (unkept >= worthKeeping) await keepTally(table, counting, tally);
  return tally;
};

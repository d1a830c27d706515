import * as v from 'valibot';
import type { Account } from '../../identity/account.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { digest } from '../../digest.ts';
import { lifetimes } from '../../lifetimes.ts';
import { limits } from '../../limits.ts';
import type { Item, Key, Table } from '../../store/client.ts';
import { Compressed, compress, unpack } from '../../store/compression.ts';
import { getItem } from '../../store/get.ts';
import { itemSize } from '../../store/item-size.ts';
import { keyOf } from '../../store/keys.ts';
import { isTransient } from '../../store/unavailable.ts';
import { write } from '../../store/write.ts';
import { epochSeconds } from '../../time.ts';
import type { Charge } from './budget.ts';
import { coarsen, emptyTally, isCoarsest, Tally } from './tally.ts';

const Kept = v.object({
  tally: v.pipe(
    Compressed,
    v.transform((bytes) => unpack(bytes).value),
    Tally,
  ),
});

/** What is counted: the matching entries of `list`. Each of `lists` has all of them. */
export interface Counting {
  readonly account: Account;
  readonly lists: readonly ConsentList[];
  readonly list: ConsentList;
  readonly isMatch: (entry: Entry) => boolean;
  readonly charge: Charge;
  readonly now: Date;
}

const nameOf = ({ partition }: ConsentList): string =>
  typeof partition === 'string' ? partition : partition.toString('base64url');

const tallyKey = ({ account, lists }: Counting): Key =>
  keyOf.tally(account.id, digest(account.historyEpoch, ...lists.map(nameOf).sort()));

/** The stored tally. An empty one if there is none or it has another form, so that it is made again. */
export const readTally = async (table: Table, counting: Counting): Promise<Tally> => {
  const item = await getItem(table, tallyKey(counting));
  await counting.charge(Math.ceil(itemSize(item ?? {}) / limits.readUnitBytes));
  const kept = v.safeParse(Kept, item);
  return kept.success ? kept.output.tally : emptyTally;
};

/** The item of a tally. Undefined if it is too large to store, or to read again. */
const toTallyItem = (counting: Counting, tally: Tally): (Key & Item) | undefined => {
  if (Buffer.byteLength(JSON.stringify(tally)) > limits.resultBytes) return undefined;
  const expiresAt = epochSeconds(counting.now) + lifetimes.tallySeconds;
  const item = { ...tallyKey(counting), upTo: tally.upTo, tally: compress(tally), expiresAt };
  return itemSize(item) > limits.itemBytes ? undefined : item;
};

/**
 * Stores a tally, in larger segments if it has many kinds, unless a longer one was stored meanwhile. If the store is
 * busy, the search still succeeds, and the next one stores it.
 */
export const keepTally = async (table: Table, counting: Counting, tally: Tally): Promise<void> => {
  const { upTo } = tally;
  const put = toTallyItem(counting, tally);
  if (put === undefined) return isCoarsest(tally) ? undefined : keepTally(table, counting, coarsen(tally));
  const condition = 'attribute_not_exists(PK) OR upTo < :upTo';
  try {
    await write(table, { put, condition, values: { ':upTo': upTo } });
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};

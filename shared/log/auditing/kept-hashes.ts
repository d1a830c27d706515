import * as v from 'valibot';
import { canonicalDigest } from '../../canonical-digest.ts';
import { toChunks } from '../../chunks.ts';
import type { Item, Table } from '../../store/client.ts';
import { unpack } from '../../store/compression.ts';
import { batchGetByPartition } from '../../store/get.ts';
import type { StoredPart } from './record-leaves.ts';
import { findStoredParts } from './record-leaves.ts';
import type { KeyedItem } from './scan-evidence.ts';

/** Consents with proofs in other items to read at the same time. Each of these items may have 400 KB. */
const atOnce = 25;

/** How often to read a consent again if its proof was moved or erased during the reading. */
const mostReadings = 3;

/** A consent with the hashes of its proofs, wherever they are. */
export interface Completed {
  readonly item: KeyedItem;
  /** A proof in another item is missing, or does not have the hash in the consent. */
  readonly flaw?: 'missing' | 'replaced';
}

const Kept = v.object({ proof: v.optional(v.instance(Uint8Array)), revokeProof: v.optional(v.instance(Uint8Array)) });

const hashKept = (item: Item | undefined, { holds }: StoredPart): Buffer | undefined => {
  const bytes = item && v.parse(Kept, item)[holds];
  return bytes && canonicalDigest(unpack(bytes).value);
};

/** The consent with its parts from other items, or undefined if a part is missing. */
const complete = (
  item: KeyedItem,
  elsewhere: readonly StoredPart[],
  found: ReadonlyMap<string, Item>,
): Completed | undefined => {
  const hashes: Item = {};
  let isReplaced = false;
  for (const each of elsewhere) {
    const hash = hashKept(found.get(each.at.PK), each);
    if (hash === undefined) return undefined;
    isReplaced ||= each.known !== undefined && hash.toString('hex') !== each.known;
    if (each.known === undefined) hashes[each.hash] = hash;
  }
  return { item: { ...item, ...hashes }, ...(isReplaced && { flaw: 'replaced' as const }) };
};

/** Leaves out consents that are gone by now. */
const completeTogether = async (
  table: Table,
  waiting: ReadonlyMap<KeyedItem, readonly StoredPart[]>,
  readings = 1,
): Promise<Completed[]> => {
  const found = await batchGetByPartition(
    table,
    [...waiting.values()].flat().map(({ at }) => at),
  );
  const completed: Completed[] = [];
  const lacking: KeyedItem[] = [];
  for (const [item, elsewhere] of waiting) {
    const whole = complete(item, elsewhere, found);
    if (whole === undefined) lacking.push(item);
    else completed.push(whole);
  }
  if (lacking.length === 0) return completed;
  if (readings === mostReadings) return [...completed, ...lacking.map((item) => ({ item, flaw: 'missing' as const }))];
  const anew = (await batchGetByPartition(table, lacking)).values() as Iterable<KeyedItem>;
  return [
    ...completed,
    ...(await completeTogether(table, new Map([...anew].map((item) => [item, findStoredParts(item)])), readings + 1)),
  ];
};

/**
 * Items in the form from which leaves are made. A consent whose proof is in another item gets the hash of that proof,
 * if it is older than stored hashes. It also says whether the proof fits the hash.
 *
 * @param isWanted which consents with proofs in other items to read
 */
export async function* completeItems(
  table: Table,
  items: readonly KeyedItem[],
  isWanted: (elsewhere: readonly Pick<StoredPart, 'known'>[]) => boolean = () => true,
): AsyncGenerator<readonly Completed[]> {
  const elsewhere = new Map(items.map((item) => [item, findStoredParts(item)]));
  const dependent = items.filter((item) => {
    const kept = elsewhere.get(item) ?? [];
    return kept.length > 0 && isWanted(kept);
  });
  const others = new Set(dependent);
  yield items.filter((item) => !others.has(item)).map((item) => ({ item }));
  for (const some of toChunks(dependent, atOnce)) {
    yield await completeTogether(table, new Map(some.map((item) => [item, elsewhere.get(item) ?? []])));
  }
}

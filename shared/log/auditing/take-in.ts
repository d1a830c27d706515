import { attempt } from '../../attempt.ts';
import type { Item, Table } from '../../store/client.ts';
import { appendUnknown } from '../appending.ts';
import type { Block } from '../blocks.ts';
import { endOfBlock, identitiesOf, readBlocks } from '../blocks.ts';
import { toTakenIn } from '../commitment.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { identityOf } from '../log-event.ts';
import { leavesOfItem } from '../stream-records.ts';
import { keepTakenIn } from '../taken-in.ts';
import type { IdentityTable } from './identity-table.ts';
import { newIdentityTable } from './identity-table.ts';
import { newRows, newShared } from './rows.ts';
import { scanEvidence } from './scan-evidence.ts';

/** What was taken in, by kind, and what could not be read. */
export interface TakenIn {
  readonly kinds: Readonly<Partial<Record<LogEvent['kind'], number>>>;
  /** Keys of unreadable items. */
  readonly unreadable: readonly string[];
}

/** Options of taking in. */
interface Manner {
  readonly segments: number;
  /** Called with the number of items just checked. */
  readonly onItems: (count: number) => void;
  /** Called before the first leaf is appended. @returns the entry of the operations log that it wrote */
  readonly onFirst: () => Promise<Item | undefined>;
  readonly clock?: () => Date;
  /** The most leaves that wait in memory. They are sorted by time before they are appended, which suits the index. */
  readonly mostWaiting?: number;
}

const oneMillion = 1_000_000;
const leavesTogether = 1_000;

const readKnown = async (log: Table): Promise<{ readonly known: IdentityTable; readonly last: Block | undefined }> => {
  const known = newIdentityTable();
  let last: Block | undefined;
  for await (const block of readBlocks(log)) {
    for (const identity of identitiesOf(block)) known.add(identity);
    last = block;
  }
  return { known, last };
};

const readLeaves = (item: Item): readonly Leaf[] | undefined => attempt(() => leavesOfItem(item));

const isGivenKnown = ({ event: { id } }: Leaf, known: IdentityTable): boolean =>
  known.has(identityOf({ kind: 'recorded', id }));

/** The leaf of an erasure that is not the first event of its consent in the log. */
const withoutFirst = ({ event: { isFirst, ...event }, entry }: Leaf): Leaf => ({ event, entry });

function* cut(leaves: Iterable<Leaf>): Generator<Leaf[]> {
  let together: Leaf[] = [];
  for (const leaf of leaves) {
    together.push(leaf);
    if (together.length === leavesTogether) {
      yield together;
      together = [];
    }
  }
  if (together.length > 0) yield together;
}

/**
 * Appends to the log what is in the table and not in the log: everything from before the log, and what could not be
 * read when it came. Each of these leaves commits to when it was taken in. It may run again at any time, also after an
 * interruption and while others append. When it completes, the log records this.
 *
 * @throws Problem store.unavailable
 */
export const takeIn = async (
  { table, log }: { readonly table: Table; readonly log: Table },
  { segments, onItems, onFirst, clock = () => new Date(), mostWaiting = oneMillion }: Manner,
): Promise<TakenIn> => {
  const { known, last } = await readKnown(log);
  const shelf: WaitingLeaves = newWaitingLeaves();
  const kinds: Partial<Record<LogEvent['kind'], number>> = {};
  const unreadable: string[] = [];
  const events = {
    has: (event: LogEvent) => known.has(identityOf(event)),
    add: (event: LogEvent) => known.add(identityOf(event)),
  };
  let end = last;
  let hasBegun = false;
  let own: Item | undefined;
  const append = async (): Promise<void> => {
    if (shelf.size() > 0 && !hasBegun) own = await onFirst();
    hasBegun ||= shelf.size() > 0;
    for (const leaves of cut(shelf.takeSorted())) {
      const lacking = leaves
        .filter(({ event }) => !known.has(identityOf(event)))
        .map((leaf) => (isGivenKnown(leaf, known) ? withoutFirst(leaf) : leaf));
      // The time of each block is when it was written. It tells the feed how far back to look.
      const now = clock();
      const taken = lacking.map((leaf) => toTakenIn(leaf, now));
      end = await appendUnknown(log, taken, { last: end, known: events }, now);
      for (const { event } of lacking) kinds[event.kind] = (kinds[event.kind] ?? 0) + 1;
    }
  };
  for await (const page of scanEvidence(table, segments)) {
    for (const item of page) {
      const leaves = readLeaves(item);
      if (leaves === undefined) unreadable.push(item.PK);
      for (const { event, entry } of leaves ?? []) if (!known.has(identityOf(event))) shelf.add({ event, entry });
    }
    if (shelf.size() >= mostWaiting) await append();
    onItems(page.length);
  }
  await append();
  // The entry of this run came after the table was read. Without its leaf, the next run would find it.
  if (own !== undefined) end = await appendUnknown(log, leavesOfItem(own), { last: end, known: events }, clock());
  await keepTakenIn(log, end === undefined ? 0 : endOfBlock(end));
  return { kinds, unreadable };
};

/** Leaves that wait to be sorted, in 76 bytes each for consents. */
interface WaitingLeaves {
  readonly size: () => number;
  readonly add: (leaf: Leaf) => void;
  /** Empties the shelf and yields all leaves by the time of their events. */
  readonly takeSorted: () => Generator<Leaf>;
}

/** Offsets of the entry, the id, the times, and the number of the traits that the leaf shares with others. */
const place = { entry: 0, id: 32, time: 48, given: 56, revoked: 64, traits: 72 } as const;
const rowBytes = 76;

/** The traits that many events share. */
type Traits = Omit<LogEvent, 'id' | 'time' | 'facets'> & {
  readonly facets?: Omit<NonNullable<LogEvent['facets']>, 'given' | 'revoked'>;
};

const split = ({ id, time, facets, ...rest }: LogEvent) => {
  const { given = Number.NaN, revoked = Number.NaN, ...others } = facets ?? {};
  const traits = (facets === undefined ? rest : { ...rest, facets: others }) as Traits;
  return { id, time, given, revoked, traits };
};

const join = (row: Buffer, { facets, ...rest }: Traits): Leaf => {
  const [given, revoked] = [row.readDoubleBE(place.given), row.readDoubleBE(place.revoked)];
  const told = facets && { facets: { ...facets, given, ...(!Number.isNaN(revoked) && { revoked }) } };
  const id = row.toString('hex', place.id, place.time);
  return {
    event: { ...rest, id, time: row.readDoubleBE(place.time), ...told },
    entry: Buffer.from(row.subarray(place.entry, place.id)),
  };
};

const sortByTime = (times: Float64Array): Uint32Array => {
  const order = Uint32Array.from(times, (_, row) => row);
  return order.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
};

const newWaitingLeaves = (): WaitingLeaves => {
  const rows = newRows(rowBytes);
  const traitsList = newShared<Traits>(JSON.stringify);
  return {
    size: rows.size,
    add: ({ event, entry }) => {
      const { id, time, given, revoked, traits } = split(event);
      const row = rows.at(rows.add());
      row.set(entry, place.entry);
      row.write(id, place.id, 'hex');
      row.writeDoubleBE(time, place.time);
      row.writeDoubleBE(given, place.given);
      row.writeDoubleBE(revoked, place.revoked);
      row.writeUInt32BE(traitsList.numberOf(traits), place.traits);
    },
    *takeSorted() {
      const times = Float64Array.from({ length: rows.size() }, (_, row) => rows.at(row).readDoubleBE(place.time));
      for (const number of sortByTime(times)) {
        const row = rows.at(number);
        yield join(row, traitsList.at(row.readUInt32BE(place.traits)));
      }
      rows.clear();
    },
  };
};

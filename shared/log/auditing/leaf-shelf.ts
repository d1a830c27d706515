import type { Leaf, LogEvent } from '../log-event.ts';
import { newRows } from './rows.ts';

/** Leaves that wait to be sorted, in 76 bytes each for consents. */
export interface LeafShelf {
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

const newTraitsList = () => {
  const list: Traits[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf: (traits: Traits): number => {
      const text = JSON.stringify(traits);
      const known = numbers.get(text) ?? list.push(traits) - 1;
      numbers.set(text, known);
      return known;
    },
    at: (number: number): Traits => {
      const traits = list[number];
      if (traits === undefined) throw new RangeError('There are no such traits.');
      return traits;
    },
  };
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

export const newLeafShelf = (): LeafShelf => {
  const rows = newRows(rowBytes);
  const traitsList = newTraitsList();
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

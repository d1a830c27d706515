import { newRows } from './rows.ts';

/** A set of identities of events (`identityOf`), in 17 bytes each plus a place, so that a whole log fits in memory. */
export interface IdentityTable {
  readonly size: () => number;
  /** The row of an identity, or undefined. */
  readonly find: (identity: string) => number | undefined;
  /** Adds an identity, unless it is there. @returns its row, from 0 */
  readonly add: (identity: string) => number;
  readonly has: (identity: string) => boolean;
  readonly at: (row: number) => string;
}

const identityBytes = 17;
const firstPlaces = 2 ** 16;
/** Share of the places. With more in use, lookups become slow. */
const mostInUse = 0.6;

const isIdentity = (text: string): boolean => /^[0-9a-f]{34}$/.test(text);

const parse = (identity: string): Buffer => {
  const bytes = Buffer.from(identity, 'hex');
  if (bytes.length !== identityBytes) throw new RangeError('An identity has 34 hexadecimal digits.');
  return bytes;
};

/** The last bytes of an id are random. */
const hash = (bytes: Buffer): number => (bytes.readUInt32LE(13) ^ Math.imul(bytes.readUInt8(0), 0x9e3779b1)) >>> 0;

export const newIdentityTable = (): IdentityTable => {
  const rows = newRows(identityBytes);
  /** The number of a row plus one, or 0. */
  let places = new Uint32Array(firstPlaces);
  const findPlace = (bytes: Buffer): number => {
    for (let place = hash(bytes) % places.length; ; place = (place + 1) % places.length) {
      const row = places[place] ?? 0;
      if (row === 0 || rows.at(row - 1).equals(bytes)) return place;
    }
  };
  const grow = (): void => {
    places = new Uint32Array(places.length * 2);
    for (let row = 0; row < rows.size(); row += 1) places[findPlace(rows.at(row))] = row + 1;
  };
  const find = (identity: string): number | undefined => {
    if (!isIdentity(identity)) return undefined;
    const row = places[findPlace(parse(identity))] ?? 0;
    return row === 0 ? undefined : row - 1;
  };
  return {
    find,
    size: rows.size,
    has: (identity) => find(identity) !== undefined,
    at: (row) => rows.at(row).toString('hex'),
    add: (identity) => {
      const bytes = parse(identity);
      if (rows.size() > places.length * mostInUse) grow();
      const place = findPlace(bytes);
      const known = places[place] ?? 0;
      if (known !== 0) return known - 1;
      const row = rows.add();
      bytes.copy(rows.at(row));
      places[place] = row + 1;
      return row;
    },
  };
};

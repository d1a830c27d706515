import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { consentIndexes } from '../../shared/consents/indexes.ts';

/**
 * What DynamoDB charges for a call, worked out from the items that went over the wire by the rules of its developer guide
 * ("Item sizes and formats", "Read and write operations", "Projections of global secondary indexes"). The local engine's own
 * figures leave out missing keys of a BatchGetItem and count indexes as if they held whole items.
 */
export type WireItem = Readonly<Record<string, AttributeValue>>;

/** Request units of on-demand capacity. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

const readBlock = 4 * 1024;
const writeBlock = 1024;

/** Two digits make a byte; one more for the exponent. */
const numberSize = (text: string): number => {
  const digits = text.replace(/^-?0*\.?0*|\.|0+$/g, '').length;
  return Math.ceil(digits / 2) + 1 + (text.startsWith('-') ? 1 : 0);
};

const binarySize = (value: unknown): number =>
  typeof value === 'string' ? Buffer.from(value, 'base64').length : (value as Uint8Array).length;

const valueSize = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return binarySize(value.B);
  if (value.SS !== undefined) return value.SS.reduce((sum, element) => sum + 1 + Buffer.byteLength(element), 3);
  if (value.L !== undefined) return value.L.reduce((sum, element) => sum + 1 + valueSize(element), 3);
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemBytes(value.M);
  return 1;
};

/** Size of an item, names and values, as DynamoDB counts it. */
export const itemBytes = (item: WireItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

/** What each index holds of an item, if anything. */
const indexEntries = (item: WireItem) =>
  consentIndexes
    .filter(({ partitionKey }) => partitionKey in item)
    .map(({ name, partitionKey, nonKeyAttributes }) => {
      const kept = ['PK', 'SK', partitionKey, ...nonKeyAttributes];
      return {
        name,
        entry: Object.fromEntries(Object.entries(item).filter(([attribute]) => kept.includes(attribute))),
      };
    });

const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / readBlock)) * (isConsistent ? 1 : 0.5);

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / writeBlock));

/** Bytes that an item is billed for as storage in its table alone: a hundred more than its size. Its backup is billed by them. */
export const tableBytes = (item: WireItem): number => itemBytes(item) + 100;

/** The same with its index entries. */
export const storedBytes = (item: WireItem): number =>
  [item, ...indexEntries(item).map(({ entry }) => entry)].reduce((sum, stored) => sum + tableBytes(stored), 0);

/** Of a GetItem, or of one key of a BatchGetItem. A key without an item is charged as the smallest item. */
export const unitsOfRead = (item: WireItem | undefined, isConsistent: boolean): Units => ({
  read: readUnits(item ? itemBytes(item) : 0, isConsistent),
  write: 0,
});

/** Of a Query without a filter or a projection: its items together are rounded up. */
export const unitsOfQuery = (items: readonly WireItem[], isConsistent: boolean): Units => ({
  read: readUnits(
    items.reduce((sum, item) => sum + itemBytes(item), 0),
    isConsistent,
  ),
  write: 0,
});

/** What an item is that is written, and how. */
interface Write {
  readonly inTransaction: boolean;
  readonly before?: WireItem | undefined;
}

/** Write units of one item, new or larger than it was: those of the table, and those of each index that holds it otherwise now. */
export const partsOfWrite = (item: WireItem, { inTransaction, before }: Write) => {
  const earlier = before ? indexEntries(before) : [];
  const changed = indexEntries(item).filter((one) => !earlier.some((other) => isDeepStrictEqual(one, other)));
  return {
    table: writeUnits(itemBytes(item)) * (inTransaction ? 2 : 1),
    indexes: changed.map(({ name, entry }) => ({ name, units: writeUnits(itemBytes(entry)) })),
  };
};

/**
 * Of writing one item, new or larger than it was. An index is charged when what it holds of the item changes; it is never
 * part of the transaction.
 */
export const unitsOfWrite = (item: WireItem, write: Write): Units => {
  const { table, indexes } = partsOfWrite(item, write);
  return { read: 0, write: indexes.reduce((sum, { units }) => sum + units, table) };
};

export const addUnits = (units: readonly Units[]): Units => ({
  read: units.reduce((sum, { read }) => sum + read, 0),
  write: units.reduce((sum, { write }) => sum + write, 0),
});

import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import type { StoreAnswer, StoreCall } from '../faults/store-proxy.ts';
import { startStoreProxy } from '../faults/store-proxy.ts';

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

/** A DynamoDB call with what it is charged and how many bytes of JSON came back. */
export interface MeteredCall extends Units {
  readonly name: string;
  readonly bytes: number;
  /** By how much it lets the table grow, indexes included. */
  readonly storedBytes: number;
  /** The same without indexes. */
  readonly tableBytes: number;
  /** What the engine itself says it is charged, for comparison. */
  readonly engineUnits: number;
}

/** What a piece of work took. */
export interface Metered<Result> {
  readonly result: Result;
  readonly calls: readonly MeteredCall[];
}

type Item = WireItem | undefined;
interface TableRead {
  readonly Keys: readonly WireItem[];
  readonly ConsistentRead?: boolean;
  readonly ProjectionExpression?: string | undefined;
}
interface Action {
  readonly Item?: WireItem;
  readonly Key?: WireItem;
  readonly TableName: string;
}

/** Reads an item straight from the engine. */
type Look = (tableName: string, key: WireItem) => Promise<Item>;

const sameKey = (one: WireItem, other: WireItem): boolean => one.PK?.S === other.PK?.S && one.SK?.S === other.SK?.S;

const unitsOfReading = (
  { name, input }: StoreCall,
  output: Record<string, unknown>,
  whole: readonly WireItem[],
): Units => {
  const isConsistent = input.ConsistentRead === true;
  if (name === 'GetItem') return unitsOfRead(whole[0] ?? (output.Item as Item), isConsistent);
  if (name === 'Query') return unitsOfQuery(output.Items as WireItem[], isConsistent);
  const found = [...whole, ...Object.values(output.Responses as Record<string, WireItem[]>).flat()];
  const reads = Object.values(input.RequestItems as Record<string, TableRead>);
  return addUnits(
    reads.flatMap(({ Keys, ConsistentRead = false }) =>
      Keys.map((key) =>
        unitsOfRead(
          found.find((item) => sameKey(item, key)),
          ConsistentRead,
        ),
      ),
    ),
  );
};

const keyOf = ({ Item: item, Key }: Action): WireItem => {
  const { PK, SK } = { ...item, ...Key };
  if (PK === undefined || SK === undefined) throw new Error('A write names no key.');
  return { PK, SK };
};

const actionsOf = ({ name, input }: StoreCall): Action[] =>
  name === 'TransactWriteItems'
    ? (input.TransactItems as Record<string, Action>[]).flatMap((action) => Object.values(action))
    : [input as unknown as Action];

/** A call that was sent on, with what it is charged. */
interface Charged {
  readonly answer: StoreAnswer;
  readonly units: Units;
  readonly grown: Pick<MeteredCall, 'storedBytes' | 'tableBytes'>;
}

/** Items that a call asks a part of: they are charged whole. */
const lookAtProjected = async ({ name, input }: StoreCall, look: Look): Promise<WireItem[]> => {
  const { TableName, Key, ProjectionExpression } = input as unknown as Action & TableRead;
  const own = name === 'GetItem' ? [[TableName, { Keys: [Key ?? {}], ProjectionExpression }] as const] : [];
  const reads = [...Object.entries(Object(input.RequestItems) as Record<string, TableRead>), ...own];
  const asked = reads.flatMap(([tableName, { Keys, ProjectionExpression }]) =>
    ProjectionExpression === undefined ? [] : Keys.map((key) => look(tableName, key)),
  );
  return (await Promise.all(asked)).filter((item) => item !== undefined);
};

const meterRead = async (call: StoreCall, look: Look): Promise<Charged> => {
  const answer = await call.forward();
  const whole = await lookAtProjected(call, look);
  return {
    answer,
    units: unitsOfReading(call, answer.output, whole),
    grown: { storedBytes: 0, tableBytes: 0 },
  };
};

/** Sends a write on and works out its units from the items as they were and as they are. */
const meterWrite = async (call: StoreCall, look: Look): Promise<Charged> => {
  const actions = actionsOf(call);
  const lookAtAll = () => Promise.all(actions.map((action) => look(action.TableName, keyOf(action))));
  const before = await lookAtAll();
  const answer = await call.forward();
  const after = await lookAtAll();
  const inTransaction = call.name === 'TransactWriteItems';
  const growth = (sizeOf: (item: WireItem) => number): number => {
    const bytesOf = (items: readonly Item[]) => items.reduce((sum, item) => sum + (item ? sizeOf(item) : 0), 0);
    return bytesOf(after) - bytesOf(before);
  };
  return {
    answer,
    grown: { storedBytes: growth(storedBytes), tableBytes: growth(tableBytes) },
    units: addUnits(after.map((item, i) => unitsOfWrite(item ?? {}, { inTransaction, before: before[i] }))),
  };
};

const sumCapacity = (consumed: unknown): number =>
  [consumed ?? []]
    .flat()
    .reduce<number>((sum, one) => sum + Number((one as { CapacityUnits: number }).CapacityUnits), 0);

/** Measures what calls to the engine are charged, from now on, of all that is loaded from now on. Whoever asks for it is answered that. */
export const startMeter = async () => {
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const proxy = await startStoreProxy();
  const look: Look = async (TableName, Key) => {
    const headers = {
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    };
    const body = JSON.stringify({ TableName, Key, ConsistentRead: true });
    const answer = await fetch(engine, { method: 'POST', headers, body });
    return ((await answer.json()) as { Item?: WireItem }).Item;
  };
  const meter =
    (calls: MeteredCall[]) =>
    async (call: StoreCall): Promise<StoreAnswer> => {
      const asked = { ...call, forward: () => call.forward({ ...call.input, ReturnConsumedCapacity: 'TOTAL' }) };
      const isRead = /^(Query|GetItem|BatchGetItem)$/.test(call.name);
      const { answer, units, grown } = await (isRead ? meterRead : meterWrite)(asked, look);
      const { ConsumedCapacity, ...output } = answer.output;
      const bytes = Buffer.byteLength(JSON.stringify(output));
      calls.push({ name: call.name, bytes, engineUnits: sumCapacity(ConsumedCapacity), ...grown, ...units });
      if (ConsumedCapacity === undefined) return answer;
      const charged = { CapacityUnits: units.read + units.write };
      return {
        ...answer,
        output: { ...output, ConsumedCapacity: Array.isArray(ConsumedCapacity) ? [charged] : charged },
      };
    };
  return async <Result>(work: () => Promise<Result>): Promise<Metered<Result>> => {
    const calls: MeteredCall[] = [];
    proxy.intercept = meter(calls);
    try {
      return { result: await work(), calls };
    } finally {
      proxy.intercept = undefined;
    }
  };
};

import { BatchGetCommand, GetCommand, paginateQuery, ScanCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { limits } from '../api/limits.ts';
import { logger } from '../runtime/logger.ts';
import { atOnce, attemptsWithin } from '../runtime/retry.ts';
import { toChunks } from '../runtime/values.ts';
import { keyOf, tableDefinition } from './keys.ts';
import type { Item, Key, Projection, Table } from './table.ts';
import { nameReason, unavailable } from './table.ts';

/** The same text for the same key. */
export const textOfKey = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  JSON.stringify([PK, SK]);

interface Reading {
  readonly consistent: boolean;
  /** The attributes to read, including keys. Default: all. */
  readonly projection?: Projection | undefined;
}

const readChunk = async (table: Table, keys: readonly Key[], { consistent, projection }: Reading): Promise<Item[]> => {
  const items: Item[] = [];
  let request: Record<string, unknown>[] = keys.map(({ PK, SK }) => ({ PK, SK }));
  for await (const _ of attemptsWithin({ pause: 40, attempts: 6 })) {
    let read: Item[];
    do {
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({
          RequestItems: {
            [table.name]: { Keys: request, ConsistentRead: consistent, ...projection },
          },
        }),
      );
      read = Responses?.[table.name] ?? [];
      items.push(...read);
      request = UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (request.length === 0) return items;
    } while (read.length > 0);
  }
  throw unavailable(nameReason('UnprocessedKeys'));
};

/**
 * The items of the keys, in their order, undefined for those that do not exist. One round trip for up to 100 keys. What
 * DynamoDB leaves unprocessed, because of size or throttling, is requested again: the SDK does not retry it.
 *
 * @throws Problem store.unavailable
 */
export const batchGet = async (table: Table, keys: readonly Key[], reading: Reading): Promise<(Item | undefined)[]> => {
  const distinct = [...new Map(keys.map((key) => [textOfKey(key), key])).values()];
  const chunks = toChunks(distinct, limits.batchGetKeys);
  const items = await pMap(chunks, (chunk) => readChunk(table, chunk, reading), atOnce);
  const byKey = new Map(items.flat().map((item) => [textOfKey(item), item]));
  return keys.map((key) => byKey.get(textOfKey(key)));
};

/** Keys by names: of one item, of several, or of none. */
export type NamedKeys = Readonly<Record<string, Key | readonly Key[] | undefined>>;

type ItemsAt<Named> = Named extends readonly Key[] ? readonly (Item | undefined)[] : Item | undefined;

/** The items of keys by the same names, several in the order of their keys. Undefined for those that do not exist. */
export type ItemsOf<Keys extends NamedKeys> = { readonly [Name in keyof Keys]: ItemsAt<Keys[Name]> };

/**
 * The items of groups of named keys, with strong consistency. One round trip for up to 100 keys of all.
 *
 * @throws Problem store.unavailable
 */
export const readTogether = async <const Groups extends readonly NamedKeys[]>(
  table: Table,
  ...groups: Groups
): Promise<{ readonly [Place in keyof Groups]: ItemsOf<Groups[Place]> }> => {
  const keys = groups.flatMap((group) => Object.values(group).flat()).filter((key) => key !== undefined);
  const items = await batchGet(table, keys, { consistent: true });
  const found = new Map(keys.map((key, i) => [key, items[i]]));
  return groups.map((group) =>
    Object.fromEntries(
      Object.entries(group).map(([name, named]) => [
        name,
        isSeveral(named) ? named.map((key) => found.get(key)) : named && found.get(named),
      ]),
    ),
  ) as { readonly [Place in keyof Groups]: ItemsOf<Groups[Place]> };
};

const isSeveral = (named: NamedKeys[string]): named is readonly Key[] => Array.isArray(named);

/**
 * The items of keys that another item names, as they are now. The items of a transaction become visible one by one, so
 * a missing one is requested again.
 *
 * @throws Problem store.unavailable
 */
export const batchGetNamed = async (
  table: Table,
  keys: readonly Key[],
  projection?: Projection,
): Promise<(Item | undefined)[]> => {
  const reading = { consistent: true, projection };
  const items = await batchGet(table, keys, reading);
  const missing = keys.filter((_, i) => items[i] === undefined);
  const late = await batchGet(table, missing, reading);
  return items.map((item) => item ?? late.shift());
};

/** The item of the key with strong consistency, or undefined. @param projection the attributes to read; default: all */
export const getItem = async (table: Table, { PK, SK }: Key, projection?: Projection): Promise<Item | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { PK, SK }, ConsistentRead: true, ...projection }),
  );
  return Item;
};

type Order = 'ascending' | 'descending';

/** The first and the last sort key, both included. */
interface SortRange {
  readonly from: string;
  readonly until: string;
}

/** An index to query, and the account whose consents it lists. It has the keys of its entries, and all attributes are read. */
interface OfIndex {
  readonly index: { readonly name: string; readonly partitionKey: string };
  readonly accountId: string;
  readonly projection?: undefined;
}

/** What a query reads, page by page: a partition of the table or of an index, or some of its sort keys. */
type Query = QueryRange & (OfIndex | { readonly index?: undefined; readonly accountId?: undefined });

interface QueryRange {
  readonly partition: string | Uint8Array;
  /** The prefix of the sort keys, or a range of them. Default: all. */
  readonly sortKeys?: string | SortRange | undefined;
  readonly order?: Order | undefined;
  /** Items of a page. Default: as many as one answer holds. */
  readonly pageSize?: number | undefined;
  /** The key after which to begin, whether or not it exists. */
  readonly after?: Key | undefined;
  /** Eventual consistency: it costs half the units and may miss writes of the last second. An index has no other. */
  readonly isEventual?: boolean | undefined;
  /** The attributes to read. Default: all. */
  readonly projection?: Projection | undefined;
  /** Whether to ask for the read units. */
  readonly isMetered?: boolean | undefined;
}

/**
 * A page of a query. It may have fewer items than requested, or none, although more follow.
 *
 * @property reached the sort key up to which was read, or undefined at the end
 * @property units read units, or 0 if they were not asked for
 */
interface Page {
  readonly items: readonly Item[];
  readonly reached: string | undefined;
  readonly units: number;
}

const writeCondition = (sortKeys: Query['sortKeys']) => {
  if (!sortKeys) return { expression: '', values: {} };
  if (typeof sortKeys === 'string')
    return { expression: ' AND begins_with(SK, :beginning)', values: { ':beginning': sortKeys } };
  const { from, until } = sortKeys;
  return { expression: ' AND SK BETWEEN :from AND :until', values: { ':from': from, ':until': until } };
};

/**
 * The entries of an index that are consents of the account. Any item can name a list and the id of a consent: written beside
 * the service, it would hide consents, or end others.
 */
const dropForeign = (items: readonly Item[], { index, accountId }: OfIndex): readonly Item[] => {
  const own = items.filter(({ PK, SK }) => keyOf.consent(accountId, String(SK)).PK === PK);
  const entries = items.length - own.length;
  if (entries > 0) logger.error('service.fault', { name: 'ForeignEntry', index: index.name, entries });
  return own;
};

/** Reads pages in the order of their sort keys, as long as the caller wants more. Nothing else queries a table. */
export async function* readPages(
  table: Table,
  { partition, index, accountId, sortKeys, order, pageSize, after, isEventual = false, projection, isMetered }: Query,
): AsyncGenerator<Page> {
  const { expression, values } = writeCondition(sortKeys);
  const { ExpressionAttributeNames: projected, ...wanted } = projection ?? {};
  const names = { ...(index && { '#partition': index.partitionKey }), ...projected };
  const pages = paginateQuery(
    { client: table.client, ...(after && { startingToken: after }) },
    {
      TableName: table.name,
      ...(index && { IndexName: index.name }),
      KeyConditionExpression: `${index ? '#partition' : tableDefinition.partitionKey} = :partition${expression}`,
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ':partition': partition, ...values },
      ScanIndexForward: order !== 'descending',
      ConsistentRead: !isEventual,
      ...(projection && { ...wanted, Select: 'SPECIFIC_ATTRIBUTES' }),
      ...(pageSize !== undefined && { Limit: pageSize }),
      ...(isMetered && { ReturnConsumedCapacity: 'TOTAL' }),
    },
  );
  for await (const { Items = [], LastEvaluatedKey, ConsumedCapacity } of pages) {
    const reached: string | undefined = LastEvaluatedKey?.[tableDefinition.sortKey];
    yield {
      items: index ? dropForeign(Items, { index, accountId }) : Items,
      reached,
      units: ConsumedCapacity?.CapacityUnits ?? 0,
    };
  }
}

interface QueryOptions extends Pick<Query, 'order' | 'after' | 'isEventual' | 'projection'> {
  /** The most items to read. Default: all. */
  readonly limit?: number;
  /** Sort keys to read instead of a prefix. */
  readonly range?: SortRange;
  /** Which of the read items to return. Default: all. */
  readonly where?: (item: Item) => boolean;
}

/**
 * The items of a partition, page by page, strongly consistent by default.
 *
 * @param beginning the partition and the prefix of the sort keys
 */
export async function* queryPages(
  table: Table,
  { PK: partition, SK: beginning }: Key,
  { limit, range, where, ...how }: QueryOptions = {},
): AsyncGenerator<readonly Item[]> {
  const pageSize = where === undefined ? limit : undefined;
  const pages = readPages(table, { partition, sortKeys: range ?? beginning, pageSize, ...how });
  for await (const { items } of pages) yield where ? items.filter(where) : items;
}

/** The same items in one array. */
export const queryItems = async (table: Table, beginning: Key, options: QueryOptions = {}): Promise<Item[]> => {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const items: Item[] = [];
  for await (const page of queryPages(table, beginning, options)) {
    items.push(...page);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
};

/** One of the parts into which DynamoDB divides the table. */
export interface Segment {
  readonly segment: number;
  readonly segments: number;
}

/** What a scan reads of the items, and which of them it returns. The others are read and paid for, but not sent. */
interface Scan {
  readonly attributes: readonly string[];
  /** Names attributes by their placeholders, since DynamoDB reserves some names. */
  readonly filter: (placeholderOf: (attribute: string) => string) => string;
  readonly values: Readonly<Record<string, string>>;
}

/** The items of a segment, page by page, strongly consistent: all that existed when the scan began, and some later ones. */
export async function* scanSegment(
  table: Table,
  { segment, segments }: Segment,
  { attributes, filter, values }: Scan,
): AsyncGenerator<(Item & Key)[]> {
  const names = Object.fromEntries(attributes.map((name, i) => [`#a${i}`, name]));
  let start: Key | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        Segment: segment,
        TotalSegments: segments,
        ConsistentRead: true,
        Select: 'SPECIFIC_ATTRIBUTES',
        ProjectionExpression: Object.keys(names).join(', '),
        FilterExpression: filter((attribute) => `#a${attributes.indexOf(attribute)}`),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ...(start && { ExclusiveStartKey: { ...start } }),
      }),
    );
    start = LastEvaluatedKey as Key | undefined;
    yield Items as (Item & Key)[];
  } while (start !== undefined);
}

/** The items of a table, page by page. @param segments parts of the table to read at the same time */
export async function* scanTable(table: Table, segments: number, scan: Scan): AsyncGenerator<(Item & Key)[]> {
  const parts = Array.from({ length: segments }, (_, segment) => scanSegment(table, { segment, segments }, scan));
  const advance = (part: (typeof parts)[number]) => part.next().then((result) => ({ part, result }));
  const under = new Map(parts.map((part) => [part, advance(part)]));
  while (under.size > 0) {
    const { part, result } = await Promise.race(under.values());
    if (result.done) under.delete(part);
    else {
      under.set(part, advance(part));
      yield result.value;
    }
  }
}

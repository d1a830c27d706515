import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Projection, Table } from './client.ts';
import { tableDefinition } from './keys.ts';

type Order = 'ascending' | 'descending';

/** The first and the last sort key, both included. */
interface SortRange {
  readonly from: string;
  readonly until: string;
}

/** What a query reads, page by page: a partition of the table or of an index, or some of its sort keys. */
interface Query {
  readonly partition: string | Uint8Array;
  /** Default: the table. */
  readonly index?: { readonly name: string; readonly partitionKey: string } | undefined;
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

/** Reads pages in the order of their sort keys, as long as the caller wants more. Nothing else queries a table. */
export async function* readPages(
  table: Table,
  { partition, index, sortKeys, order, pageSize, after, isEventual = false, projection, isMetered }: Query,
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
    yield { items: Items, reached, units: ConsumedCapacity?.CapacityUnits ?? 0 };
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

import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Projection, Table } from './client.ts';

interface QueryOptions {
  readonly order?: 'ascending' | 'descending';
  /** The most items to read. Default: all. */
  readonly limit?: number;
  /** The first and the last sort key, both included, instead of a prefix. */
  readonly range?: { readonly from: string; readonly until: string };
  /** The key after which to begin, whether or not it exists. */
  readonly after?: Key | undefined;
  /** Which of the read items to return. Default: all. */
  readonly where?: (item: Item) => boolean;
  /** Eventual consistency: it costs half the units and may miss writes of the last second. */
  readonly isEventual?: boolean;
  /** The attributes to read. Default: all. */
  readonly projection?: Projection;
}

/**
 * The items of a partition, page by page, in the order of their sort keys. It reads pages as long as the caller wants
 * more.
 *
 * @param beginning the partition and the prefix of the sort keys
 */
export async function* queryPages(
  table: Table,
  beginning: Key,
  {
    order = 'ascending',
    limit = Number.POSITIVE_INFINITY,
    range,
    after,
    where,
    isEventual = false,
    projection,
  }: QueryOptions = {},
): AsyncGenerator<Item[]> {
  const pages = paginateQuery(
    { client: table.client, ...(after && { startingToken: after }) },
    {
      TableName: table.name,
      KeyConditionExpression: `PK = :partition AND ${range ? 'SK BETWEEN :from AND :until' : 'begins_with(SK, :beginning)'}`,
      ExpressionAttributeValues: {
        ':partition': beginning.PK,
        ...(range ? { ':from': range.from, ':until': range.until } : { ':beginning': beginning.SK }),
      },
      ScanIndexForward: order === 'ascending',
      ConsistentRead: !isEventual,
      ...(projection && { ...projection, Select: 'SPECIFIC_ATTRIBUTES' }),
      ...(Number.isFinite(limit) && where === undefined && { Limit: limit }),
    },
  );
  for await (const { Items = [] } of pages) yield where ? Items.filter(where) : Items;
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

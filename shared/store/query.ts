import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from './client.ts';

interface QueryOptions {
  readonly order?: 'ascending' | 'descending';
  /** How many at most; all without it. */
  readonly limit?: number;
  /** The first and the last sort key, both included, instead of a prefix. */
  readonly range?: { readonly from: string; readonly until: string };
  /** The key behind which they begin, whether there is such an item or not. */
  readonly after?: Key | undefined;
  /** Which of the items that are read are wanted; all without it. */
  readonly where?: (item: Item) => boolean;
  /** That it may lack what was written within the last second, for half of the units. */
  readonly isEventual?: boolean;
}

/**
 * The items of a partition as they are now, page by page, in the order of their sort keys. Pages are read until
 * nobody wants more.
 *
 * @param beginning the partition, and how the sort keys begin
 */
export async function* queryPages(
  table: Table,
  beginning: Key,
  { order = 'ascending', limit = Number.POSITIVE_INFINITY, range, after, where, isEventual = false }: QueryOptions = {},
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
      ...(Number.isFinite(limit) && where === undefined && { Limit: limit }),
    },
  );
  for await (const { Items = [] } of pages) yield where ? Items.filter(where) : Items;
}

/** The same items, together. */
export const queryItems = async (table: Table, beginning: Key, options: QueryOptions = {}): Promise<Item[]> => {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const items: Item[] = [];
  for await (const page of queryPages(table, beginning, options)) {
    items.push(...page);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
};

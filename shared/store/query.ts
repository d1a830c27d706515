import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from './client.ts';

interface QueryOptions {
  readonly order?: 'ascending' | 'descending';
  /** How many at most; all without it. */
  readonly limit?: number;
}

/**
 * The items of a partition as they are now, page by page, strongly consistent, in the order of their sort keys.
 *
 * @param beginning the partition, and how the sort keys begin
 */
export const queryItems = async (
  table: Table,
  beginning: Key,
  { order = 'ascending', limit = Number.POSITIVE_INFINITY }: QueryOptions = {},
): Promise<Item[]> => {
  const items: Item[] = [];
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :beginning)',
      ExpressionAttributeValues: { ':partition': beginning.PK, ':beginning': beginning.SK },
      ScanIndexForward: order === 'ascending',
      ConsistentRead: true,
      ...(Number.isFinite(limit) && { Limit: limit }),
    },
  );
  for await (const { Items = [] } of pages) {
    items.push(...Items);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
};

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './client.ts';

/** Which items of a partition, by how their sort keys begin, in the order of their sort keys. */
interface ItemQuery {
  readonly partition: string;
  readonly prefix: string;
  readonly order?: 'ascending' | 'descending';
  /** How many at most; all without it. */
  readonly limit?: number;
}

/** The items as they are now, page by page, strongly consistent. */
export const queryItems = async (
  table: Table,
  { partition, prefix, order = 'ascending', limit = Number.POSITIVE_INFINITY }: ItemQuery,
): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition AND begins_with(SK, :prefix)',
        ExpressionAttributeValues: { ':partition': partition, ':prefix': prefix },
        ScanIndexForward: order === 'ascending',
        ConsistentRead: true,
        ExclusiveStartKey: cursor,
        ...(Number.isFinite(limit) && { Limit: limit - items.length }),
      }),
    );
    items.push(...Items);
    cursor = LastEvaluatedKey;
  } while (cursor !== undefined && items.length < limit);
  return items;
};

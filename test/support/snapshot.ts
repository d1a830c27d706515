import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../shared/store/client.ts';
import { table } from './table.ts';

/** All that the table of this test file holds. */
export const readAll = async (): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ExclusiveStartKey: cursor }),
    );
    items.push(...Items);
    cursor = LastEvaluatedKey;
  } while (cursor !== undefined);
  return items.sort((a, b) => (`${a.PK}|${a.SK}` < `${b.PK}|${b.SK}` ? -1 : 1));
};

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from './client.ts';

/** The item of the key with strong consistency, or undefined. */
export const getItem = async (table: Table, { PK, SK }: Key): Promise<Item | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { PK, SK }, ConsistentRead: true }),
  );
  return Item;
};

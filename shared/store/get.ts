import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Projection, Table } from './client.ts';

/** The item of the key with strong consistency, or undefined. @param projection the attributes to read; default: all */
export const getItem = async (table: Table, { PK, SK }: Key, projection?: Projection): Promise<Item | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { PK, SK }, ConsistentRead: true, ...projection }),
  );
  return Item;
};

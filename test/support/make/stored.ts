import { DeleteCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from '../../../shared/store/table.ts';
import { table } from './table.ts';

/** Every item of the table. */
export const readAllItems = async ({ name, client }: Table): Promise<Item[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName: name, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

/** All that the table of this test file holds. */
export const readAll = async (): Promise<Item[]> =>
  (await readAllItems(table)).sort((a, b) => (`${a.PK}|${a.SK}` < `${b.PK}|${b.SK}` ? -1 : 1));

type Values = Readonly<Record<string, unknown>>;
/** The key of an item, or the item as it was read. */
type AnyKey = Key | Item;

/** Changes an item beside the service, as a person with full rights on the table does. */
export const editItem = ({ client, name }: Table, { PK, SK }: AnyKey, UpdateExpression: string, values?: Values) =>
  client.send(
    new UpdateCommand({
      TableName: name,
      Key: { PK, SK },
      UpdateExpression,
      ...(values !== undefined && { ExpressionAttributeValues: { ...values } }),
    }),
  );

/** The same with a whole item. */
export const putItem = ({ client, name }: Table, item: object | undefined) =>
  client.send(new PutCommand({ TableName: name, Item: { ...item } }));

/** The same, by which the item is gone. */
export const deleteItem = ({ client, name }: Table, { PK, SK }: AnyKey) =>
  client.send(new DeleteCommand({ TableName: name, Key: { PK, SK } }));
